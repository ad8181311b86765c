module com.example.modules {
    // It has a module-info of its own, so it is not taken along as modules without one are, and who only sends must name it too.
    requires io.keystead.hrw;
    requires kafka.clients;

    // Nothing here names it: Kafka loads its plugin by a name in the configuration.
    requires io.keystead.kafka;
}
