/** A repeated task. */
export interface Polling {
  /** Starts a run at once, in place of the one that is running or due. Does nothing after `stop`. */
  runNow(): Promise<void>;
  /** Stops permanently: no later call or result starts another run. */
  stop(): void;
}

/**
 * Polls at an interval that each run chooses: `run` returns the milliseconds until the next run, or undefined for none.
 * It must check `isCurrent` after each await, because a newer run or `stop` may have superseded it.
 */
export function createPolling(run: (isCurrent: () => boolean) => Promise<number | undefined>): Polling {
  let newest = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runNow = async () => {
    if (stopped) return;
    clearTimeout(timer);
    newest += 1;
    const current = newest;
    const isCurrent = () => !stopped && current === newest;
    const pauseMs = await run(isCurrent);
    if (pauseMs !== undefined && isCurrent()) timer = setTimeout(() => void runNow(), pauseMs);
  };
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  return { runNow, stop };
}
