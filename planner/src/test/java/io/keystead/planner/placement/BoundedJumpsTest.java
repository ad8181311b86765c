package io.keystead.planner.placement;

/** Empty, since what it holds decides the rest; {@link BoundedLoadsTest} fills it. */
class BoundedJumpsTest extends PlacementContract {
    BoundedJumpsTest() {
        super(Algorithm.BOUNDED_JUMPS);
    }

    @Override
    String golden() {
        return "d8be2fedc97cb13a";
    }
}
