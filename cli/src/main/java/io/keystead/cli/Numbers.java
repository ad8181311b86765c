package io.keystead.cli;

/** Reads whole numbers as options give them. */
public final class Numbers {
    private Numbers() {}

    /**
     * The number that an option names.
     *
     * @throws BadInput unless it is from {@code least} to {@code most}
     */
    public static int parse(String option, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said in the same words below.
        }
        throw new BadInput(option, "\"" + text + "\" is not a number from " + least + " to " + most);
    }
}
