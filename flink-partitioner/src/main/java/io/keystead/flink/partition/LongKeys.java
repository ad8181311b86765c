package io.keystead.flink.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

enum LongKeys implements KeyEncoder<Long> {
    INSTANCE;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public byte[] encode(Long key) {
        byte[] bytes = new byte[Long.BYTES];
        WORD.set(bytes, 0, key.longValue());
        return bytes;
    }

    @Override
    public String toString() {
        return "int64";
    }
}
