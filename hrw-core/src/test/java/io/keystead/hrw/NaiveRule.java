package io.keystead.hrw;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The rule once more, as slow and as plain as the protocol's text: what every faster contest must agree with. */
final class NaiveRule {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger FIRST = new BigInteger("BF58476D1CE4E5B9", 16);
    private static final BigInteger SECOND = new BigInteger("94D049BB133111EB", 16);

    private NaiveRule() {}

    /** All indices, best first; the smaller index stands for the smaller id. */
    static int[] rank(long keyHash, long[] nodeHashes, double[] weights) {
        int n = nodeHashes.length;
        BigInteger[] scores = Arrays.stream(nodeHashes)
                .mapToObj(node -> mix(unsigned(keyHash).xor(unsigned(node))))
                .toArray(BigInteger[]::new);
        boolean equal = Arrays.stream(weights).allMatch(weight -> weight == weights[0]);
        double[] times = IntStream.range(0, n)
                .mapToDouble(i -> equal ? 0 : -StrictMath.log(uniform(scores[i])) / weights[i])
                .toArray();
        return IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> times[i])
                        .thenComparing(i -> scores[i], Comparator.reverseOrder())
                        .thenComparing(Comparator.naturalOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    static BigInteger mix(BigInteger z) {
        BigInteger a = z.xor(z.shiftRight(30)).multiply(FIRST).mod(WORD);
        BigInteger b = a.xor(a.shiftRight(27)).multiply(SECOND).mod(WORD);
        return b.xor(b.shiftRight(31));
    }

    /** (2 floor(score / 2^12) + 1) / 2^53, which a double holds exactly. */
    static double uniform(BigInteger score) {
        BigInteger odd = score.shiftRight(12).shiftLeft(1).add(BigInteger.ONE);
        return StrictMath.scalb(odd.doubleValue(), -53);
    }

    static BigInteger unsigned(long word) {
        return new BigInteger(Long.toUnsignedString(word));
    }
}
