/** Ends a request that takes too long. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether it has passed; a request may also end by the caller's own signal. */
  readonly passed: boolean;
  /** Something has arrived or gone: the time begins anew. */
  extend(): void;
  /** The request is over. */
  clear(): void;
}

/** Starts a deadline of so many milliseconds. Its signal aborts when it passes, or when the caller's `signal` does. */
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
