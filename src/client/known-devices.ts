import { localStore } from './storage.ts';

const key = 'devices';
const maxEntries = 5;

/** An account's id, and the token that identifies this browser at its login. */
type DeviceEntry = [userId: number, token: string];

function read(): DeviceEntry[] {
  try {
    const stored = JSON.parse(localStore().getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && typeof entry[1] === 'string') : [];
  } catch {
    return []; // not written by this code
  }
}

/**
 * The device tokens that this browser sends at a login, of all its accounts. They grant no access, but a known browser
 * is not locked out by other people's wrong passwords. They survive the logout: decision 085.
 */
export const deviceTokens = (): string[] => read().map(([, token]) => token);

/** Stores the device token of an account, replacing its earlier one. Only the most recent accounts are stored. */
export function storeDevice(userId: number, token: string): void {
  const others = read().filter(([id]) => id !== userId);
  const entries: DeviceEntry[] = [...others.slice(1 - maxEntries), [userId, token]];
  localStore().setItem(key, JSON.stringify(entries));
}
