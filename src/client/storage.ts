/** The part of the Web Storage API that we use. */
interface Store extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  keys(): string[];
}

/** localStorage. If it is full or forbidden, values are held in memory until the page is closed. */
export const localStore = (): Store => stores.localStorage;
/** sessionStorage, with the same fallback. */
export const sessionStore = (): Store => stores.sessionStorage;

const stores = { localStorage: storeOf('localStorage'), sessionStorage: storeOf('sessionStorage') };

function storeOf(name: 'localStorage' | 'sessionStorage'): Store {
  // A value in memory is valid until the stored one changes, because another tab has then written a newer one.
  const inMemory = new Map<string, { value: string; stored: string | null }>();
  const storage = () => {
    try {
      return globalThis[name]; // undefined in some in-app browsers
    } catch {
      return undefined; // forbidden by the reader's settings
    }
  };
  const read = (key: string) => storage()?.getItem(key) ?? null;
  return {
    getItem(key) {
      const stored = read(key);
      const cached = inMemory.get(key);
      return cached?.stored === stored ? cached.value : stored;
    },
    setItem(key, value) {
      inMemory.set(key, { value, stored: read(key) });
      try {
        const available = storage();
        available?.setItem(key, value);
        if (available) inMemory.delete(key);
      } catch {
        // The storage is full: the value stays in memory.
      }
    },
    removeItem(key) {
      inMemory.delete(key);
      storage()?.removeItem(key);
    },
    keys: () => [...inMemory.keys(), ...Object.keys(storage() ?? {})],
  };
}
