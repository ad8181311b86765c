package io.keystead.planner.whatif;

/** Is told how far an evaluation is. Calls come from several threads. */
public interface Listener {
    /** Hears nothing. */
    Listener NONE = new Listener() {
        @Override
        public void now(String scheme) {}

        @Override
        public void step(long keys) {}
    };

    /** This scheme is being looked at now. */
    void now(String scheme);

    /** So many keys more have been dealt with, of {@link Evaluation#steps()} in all. */
    void step(long keys);
}
