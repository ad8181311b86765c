package io.keystead.hrw.conformance;

/** How the vectors of one section are checked. */
interface Vectors {
    /**
     * Compares one vector.
     *
     * @throws StepFailed at the first step that differs
     */
    void check(Fields vector) throws StepFailed;
}
