package io.keystead.planner.placement;

class JumpBackTest extends PlacementContract {
    JumpBackTest() {
        super(Algorithm.JUMP_BACK);
    }

    @Override
    String golden() {
        return "54a809429562ccca";
    }
}
