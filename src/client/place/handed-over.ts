import { sessionStore } from '../storage.ts';

// What a page hands over to the next one, which is loaded as a whole.
interface HandedOver {
  /** The state of the entry in the browser's history. */
  state: { href: string; state: unknown };
  /** The toast that is shown. */
  toast: unknown;
}

const keyOf = (what: keyof HandedOver) => `handed-${what}`;

/** Key of the state, for the script in member-link.ts. */
export const handedStateKey = keyOf('state');

export const handOver = <What extends keyof HandedOver>(what: What, value: HandedOver[What]): void =>
  sessionStore().setItem(keyOf(what), JSON.stringify(value));

export const isHandedOver = (what: keyof HandedOver): boolean => sessionStore().getItem(keyOf(what)) !== null;

export function readHandedOver<What extends keyof HandedOver>(what: What): HandedOver[What] | undefined {
  const handed = sessionStore().getItem(keyOf(what));
  return handed === null ? undefined : JSON.parse(handed); // written by `handOver`, or by member-link.ts
}

/** Returns and deletes what the page before has handed over. */
export function takeHandedOver<What extends keyof HandedOver>(what: What): HandedOver[What] | undefined {
  const handed = readHandedOver(what);
  sessionStore().removeItem(keyOf(what));
  return handed;
}
