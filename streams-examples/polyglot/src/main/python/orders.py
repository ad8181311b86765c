#!/usr/bin/python3
"""Writes orders where Keystead's producers put them, with confluent-kafka: orders.py HOST:PORT TOPIC COUNT"""

import pathlib
import sys

# In a project of yours hrw_v1.py is a copy beside this file, and needs no path.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[5] / "compat-tests/ports/python"))

try:
    import confluent_kafka
    from hrw_v1 import Candidate, Placement

    # The topic had 12 partitions when it was adopted. The 13th is on a broker with room for two and a half times as much.
    PLACEMENT = Placement([Candidate(str(p), 2.5 if p == 12 else 1.0) for p in range(13)], base=12)
except ImportError as e:
    print(f"{e}; compat-tests/install-clients installs it", file=sys.stderr)
    sys.exit(2)


def main(bootstrap_servers, topic, count):
    failures = []
    producer = confluent_kafka.Producer({"bootstrap.servers": bootstrap_servers, "enable.idempotence": True})
    for number in range(int(count)):
        # Text is placed by its bytes in UTF-8, in every language.
        key = (f"pedido-ñ-{number}" if number % 10 == 0 else f"order-{number}").encode()
        send(
            producer,
            topic=topic,
            key=key,
            value=str(number).encode(),
            # This client has no partitioner in Python: each record is told its partition.
            partition=PLACEMENT.partition(key),
            # By this header keystead verify tells who wrote what.
            headers=[("keystead.client.id", b"pricing")],
            on_delivery=lambda error, _: error and failures.append(error),
        )
    if producer.flush(30) or failures:
        print(f"not all was acknowledged: {failures[:1]}", file=sys.stderr)
        sys.exit(1)
    print(f"confluent-kafka {confluent_kafka.version()[0]}")


def send(producer, **entry):
    """Waits while the client's queue is full."""
    while True:
        try:
            producer.produce(**entry)
            producer.poll(0)
            return
        except BufferError:
            producer.poll(0.1)


main(*sys.argv[1:])
