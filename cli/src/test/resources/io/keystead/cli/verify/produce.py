"""Writes keys order-0 to order-(COUNT - 1) with a Python client and its own partitioner.

produce.py HOST:PORT TOPIC CLIENT-ID COUNT kafka-python|PARTITIONER

where PARTITIONER is one of librdkafka's, such as consistent_random.
"""
import sys


def main(servers, topic, client_id, count, how):
    headers = [("keystead.client.id", client_id.encode())]
    if how == "kafka-python":
        from kafka import KafkaProducer

        producer = KafkaProducer(bootstrap_servers=servers, client_id=client_id)
        sent = [
            producer.send(topic, key=b"order-%d" % i, value=b"", headers=headers)
            for i in range(int(count))
        ]
        for record in sent:
            record.get(30)
        return
    from confluent_kafka import Producer

    failed = []
    producer = Producer(
        {"bootstrap.servers": servers, "client.id": client_id, "partitioner": how}
    )
    for i in range(int(count)):
        producer.produce(
            topic,
            key=b"order-%d" % i,
            value=b"",
            headers=headers,
            on_delivery=lambda error, _: failed.append(error) if error else None,
        )
    if producer.flush(60) or failed:
        raise SystemExit("not all was written: %s" % failed[:1])


main(*sys.argv[1:])
