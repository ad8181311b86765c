package com.example.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The machines of a rack, in a process that can be killed: it says what each has, and ends when its input does. */
final class Rack {
    /** What a line begins with that tells of a machine. */
    static final String VIEW = "view ";

    private static final long BETWEEN_VIEWS_MILLIS = 100;

    private Rack() {}

    /** Starts it with the addresses of brokers, its name, a directory, and each machine's name and threads, as in a1:1. */
    public static void main(String[] args) throws IOException {
        List<Machine> machines = new ArrayList<>();
        for (int i = 3; i < args.length; i++) {
            String[] machine = args[i].split(":", -1);
            machines.add(new Machine(
                    args[0], machine[0], args[1], Integer.parseInt(machine[1]), args[2] + "/" + machine[0]));
        }
        // Each leaves its groups, whether the rack is told to end or its input ends; all at once, since each waits for
        // its own
        // threads.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> machines.parallelStream().forEach(Machine::close)));
        Thread teller = new Thread(() -> tell(machines));
        teller.setDaemon(true);
        teller.start();
        while (System.in.read() >= 0) {
            // Whoever started it is still there.
        }
        System.exit(0);
    }

    private static void tell(List<Machine> machines) {
        try {
            while (true) {
                machines.forEach(machine -> System.out.println(VIEW + machine.view()));
                Thread.sleep(BETWEEN_VIEWS_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
