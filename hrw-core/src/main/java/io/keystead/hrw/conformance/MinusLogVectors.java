package io.keystead.hrw.conformance;

import io.keystead.hrw.Score;

/** Section {@code minusLog}: -log(u) of a score, to the last bit. */
final class MinusLogVectors implements Vectors {
    @Override
    public void check(Fields vector) throws StepFailed {
        long score = vector.word("score");
        String bits = vector.digits("minusLogBits", 16);
        vector.noOthers();
        long actual = Double.doubleToRawLongBits(Score.time(score, 1.0));
        StepFailed.compare("minus-log bits", bits, Hex.word(actual));
    }
}
