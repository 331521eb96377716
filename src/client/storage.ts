/** What we use of the browser's storage. */
interface Store extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  keys(): string[];
}

/** The browser's storage. A value that it refuses, because it is full or forbidden, lasts as long as the page. */
export const localKept = (): Store => stores.localStorage;
/** The same for one tab. */
export const tabKept = (): Store => stores.sessionStorage;

const stores = { localStorage: storeOf('localStorage'), sessionStorage: storeOf('sessionStorage') };

function storeOf(name: 'localStorage' | 'sessionStorage'): Store {
  // A value in memory holds until the stored one changes: another tab has written a newer one then.
  const inMemory = new Map<string, { value: string; stored: string | null }>();
  const storage = () => {
    try {
      return globalThis[name]; // undefined in some apps that show pages
    } catch {
      return undefined; // forbidden by the reader's settings
    }
  };
  const read = (key: string) => storage()?.getItem(key) ?? null;
  return {
    getItem(key) {
      const stored = read(key);
      const own = inMemory.get(key);
      return own?.stored === stored ? own.value : stored;
    },
    setItem(key, value) {
      inMemory.set(key, { value, stored: read(key) });
      try {
        const given = storage();
        given?.setItem(key, value);
        if (given) inMemory.delete(key);
      } catch {} // full: the value stays in memory
    },
    removeItem(key) {
      inMemory.delete(key);
      storage()?.removeItem(key);
    },
    keys: () => [...inMemory.keys(), ...Object.keys(storage() ?? {})],
  };
}
