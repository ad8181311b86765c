module com.example.modules {
    requires io.keystead.hrw;
    requires kafka.clients;

    // Nothing here names them. Kafka loads its plugin by a name in the configuration; and hash4j, which io.keystead.hrw uses, has a
    // module-info of its own, so it is not taken along as modules without one are.
    requires io.keystead.kafka;
    requires com.dynatrace.hash4j;
}
