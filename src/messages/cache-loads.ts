/**
 * Caches the promises of `load` by key. A rejected one is cached for `retryMs`, after which the next call tries again.
 * It is not dropped at once, because React calls again when a promise that it suspended on is rejected. It must get the
 * same promise then, or it would start one request after another instead of showing the error.
 */
export function cacheLoads<Key, Value>(load: (key: Key) => Promise<Value>, retryMs: number) {
  const promises = new Map<Key, Promise<Value>>();
  return (key: Key): Promise<Value> => {
    const cached = promises.get(key);
    if (cached) return cached;
    const promise = load(key);
    promises.set(key, promise);
    promise.catch(() => setTimeout(() => promises.delete(key), retryMs));
    return promise;
  };
}
