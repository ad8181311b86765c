package io.keystead.flink.rescale;

/** One result of one operator, a POJO in Flink's sense: an id names it for ever, whenever it is computed again. */
public class Result {
    public String operator = "";
    public String id = "";
    public long value;

    public Result() {}

    Result(String operator, String id, long value) {
        this.operator = operator;
        this.id = id;
        this.value = value;
    }
}
