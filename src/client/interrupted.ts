import { sessionStore } from './storage.ts';

const goingKey = 'going';

/** Stores the path of the link that was followed, until its page is shown: decision 172. */
export const noteGoing = (path: string): void => sessionStore().setItem(goingKey, path);

/** Whether a link was followed whose page is not shown yet. */
export const isGoing = (): boolean => sessionStore().getItem(goingKey) !== null;

/** Returns and deletes the path of the followed link; null if its page is shown already. */
export function takeGoing(): string | null {
  const going = sessionStore().getItem(goingKey);
  sessionStore().removeItem(goingKey);
  return going;
}
