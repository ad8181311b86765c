package io.keystead.planner.placement;

/** Empty, since what it holds decides the rest; {@link BoundedLoadsTest} fills it. */
class BoundedRingTest extends PlacementContract {
    BoundedRingTest() {
        super(Algorithm.BOUNDED_RING);
    }

    @Override
    String golden() {
        return "918506ff21ecd1c8";
    }

    /** That of the ring below it. */
    @Override
    double spread() {
        return 1 / Math.sqrt(HashRing.TOKENS);
    }
}
