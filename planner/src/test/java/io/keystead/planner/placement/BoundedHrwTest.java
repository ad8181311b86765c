package io.keystead.planner.placement;

/** Empty, since what it holds decides the rest; {@link BoundedLoadsTest} fills it. */
class BoundedHrwTest extends PlacementContract {
    BoundedHrwTest() {
        super(Algorithm.BOUNDED_HRW);
    }

    @Override
    String golden() {
        return "58fdf12f6871c394";
    }
}
