/** Whether this device has an edition, complete or not. In a file of its own, because every page asks. */
export async function hasSavedEditions(): Promise<boolean> {
  // The Cache API is unavailable without TLS, and some browsers reject access.
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  return names.some((name) => name.startsWith('edition-')); // the prefix of `cacheName`
}
