type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The browser's storage; where it refuses to keep anything, what is put here holds for as long as the page. */
export const localKept = (): Kept => open('localStorage');
/** The same for one tab. */
export const tabKept = (): Kept => open('sessionStorage');

const inMemory = { localStorage: memory(), sessionStorage: memory() };

function open(name: keyof typeof inMemory): Kept {
  try {
    return globalThis[name] ?? inMemory[name]; // some apps that show pages have none
  } catch {
    return inMemory[name]; // forbidden by the reader's settings
  }
}

function memory(): Kept {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}
