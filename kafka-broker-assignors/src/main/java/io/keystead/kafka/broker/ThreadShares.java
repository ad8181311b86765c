package io.keystead.kafka.broker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Deals the tasks of one process to its threads: numbers differ by one at most, and a thread keeps what it has as far as
 * that allows. A task that stays need not be closed and opened again, and one dealt again as it was dealt stays.
 */
final class ThreadShares {
    /** In place of a thread: none of these has the task. */
    static final int NONE = -1;

    private final int threads;
    private final int[] total;

    ThreadShares(int threads) {
        this.threads = threads;
        this.total = new int[threads];
    }

    /**
     * The tasks of each thread. Those that are dealt later go to the threads that have fewer of all that were dealt before,
     * where there is a choice.
     *
     * @param holder the thread that has a task, or {@link #NONE}
     */
    List<List<Task>> deal(Collection<Task> tasks, ToIntFunction<Task> holder) {
        List<List<Task>> shares = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            shares.add(new ArrayList<>());
        }
        int floor = tasks.size() / threads;
        int extra = tasks.size() % threads;
        List<Task> left = new ArrayList<>();
        for (Task task : tasks) {
            int thread = holder.applyAsInt(task);
            boolean stays = thread != NONE && shares.get(thread).size() < floor;
            (stays ? shares.get(thread) : left).add(task);
        }
        List<Task> moving = new ArrayList<>();
        for (Task task : left) {
            int thread = holder.applyAsInt(task);
            boolean stays = thread != NONE && extra > 0 && shares.get(thread).size() == floor;
            extra -= stays ? 1 : 0;
            (stays ? shares.get(thread) : moving).add(task);
        }
        moving.forEach(task -> shares.get(leastLoaded(shares)).add(task));
        Arrays.setAll(total, thread -> total[thread] + shares.get(thread).size());
        return shares;
    }

    private int leastLoaded(List<List<Task>> shares) {
        int least = 0;
        for (int thread = 1; thread < threads; thread++) {
            int fewer =
                    Integer.compare(shares.get(thread).size(), shares.get(least).size());
            if (fewer < 0 || (fewer == 0 && total[thread] < total[least])) {
                least = thread;
            }
        }
        return least;
    }
}
