import { localKept } from './storage.ts';

const key = 'devices';
const mostKept = 5;

/** An account's id, and the token by which the site knows this browser at its login. */
type KnownAs = [userId: number, token: string];

function read(): KnownAs[] {
  try {
    const kept = JSON.parse(localKept().getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry) && typeof entry[1] === 'string') : [];
  } catch {
    return []; // not written by this code
  }
}

/**
 * What this browser shows at a login to be known again, whosever account it is. The tokens open nothing; but the wrong
 * passwords of strangers do not count against a browser that is known. They outlive the logout: decision 085.
 */
export const deviceTokens = (): string[] => read().map(([, token]) => token);

/** Stores the device token of an account, replacing its earlier one. Only the most recent accounts are stored. */
export function rememberDevice(userId: number, token: string): void {
  const others = read().filter(([id]) => id !== userId);
  const entries: KnownAs[] = [...others.slice(1 - mostKept), [userId, token]];
  localKept().setItem(key, JSON.stringify(entries));
}
