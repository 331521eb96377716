/** Aborts a request that takes too long. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether the deadline has passed; the caller's signal may also have aborted the request. */
  readonly passed: boolean;
  /** Restarts the timer, after progress. */
  extend(): void;
  /** Stops the timer when the request has ended. */
  clear(): void;
}

/** Starts a deadline of `ms`. Its signal aborts when the deadline passes, or when the caller's `signal` aborts. */
export function startDeadline(ms: number, signal?: AbortSignal): Deadline {
  const late = new AbortController();
  const start = () => setTimeout(() => late.abort(), ms);
  let timer = start();
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    get passed() {
      return late.signal.aborted;
    },
    extend() {
      clearTimeout(timer);
      timer = start();
    },
    clear: () => clearTimeout(timer),
  };
}
