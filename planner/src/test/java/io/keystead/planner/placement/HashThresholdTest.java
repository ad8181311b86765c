package io.keystead.planner.placement;

class HashThresholdTest extends PlacementContract {
    HashThresholdTest() {
        super(Algorithm.HASH_THRESHOLD);
    }

    @Override
    String golden() {
        return "56c7273d07d03273";
    }
}
