interface Cached<Value> {
  promise: Promise<Value>;
  /** Returns the value or throws the reason of the failure; undefined while it loads. */
  result?: () => Value;
}

/**
 * Caches what `load` fetches, by key. A failure is cached for `retryMs`, after which the next call tries again. It is
 * not dropped at once, because React renders again when a promise that it suspended on is rejected. React must get the
 * error then; otherwise it would start one request after another instead of showing it.
 */
export function cacheLoads<Key, Value>(load: (key: Key) => Promise<Value>, retryMs: number) {
  const entries = new Map<Key, Cached<Value>>();

  function entryOf(key: Key): Cached<Value> {
    const known = entries.get(key);
    if (known) return known;
    const entry: Cached<Value> = { promise: load(key) };
    entries.set(key, entry);
    entry.promise.then(
      (value) => {
        entry.result = () => value;
      },
      (reason) => {
        entry.result = () => {
          throw reason;
        };
        setTimeout(() => entries.delete(key), retryMs);
      },
    );
    return entry;
  }

  return {
    fetch: (key: Key): Promise<Value> => entryOf(key).promise,

    /**
     * While rendering: returns the value, or suspends until it is loaded. Throws the promise instead of passing it to
     * `use`: React resumes a component that waits in `use`, and expects the same calls of `use` again. But a loaded
     * value is read without `use`, because it is also read outside of rendering, so the component's next hook would
     * fail (React's error 467). A component that throws a promise is rendered from its start.
     */
    read(key: Key): Value {
      const { promise, result } = entryOf(key);
      if (!result) throw promise;
      return result();
    },
  };
}
