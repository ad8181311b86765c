package io.keystead.flink.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

enum IntegerKeys implements KeyEncoder<Integer> {
    INSTANCE;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public byte[] encode(Integer key) {
        byte[] bytes = new byte[Integer.BYTES];
        WORD.set(bytes, 0, key.intValue());
        return bytes;
    }

    @Override
    public String toString() {
        return "int32";
    }
}
