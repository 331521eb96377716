import { sessionStore } from './storage.ts';

const goingKey = 'going';

/** Notes where a link leads, until its page is shown: decision 172. */
export const noteGoing = (path: string): void => sessionStore().setItem(goingKey, path);

/** Whether a link leads to a page that is not shown yet. */
export const isGoing = (): boolean => sessionStore().getItem(goingKey) !== null;

/** Where a link leads whose page is not shown yet; null for nowhere. Forgets it. */
export function takeGoing(): string | null {
  const going = sessionStore().getItem(goingKey);
  sessionStore().removeItem(goingKey);
  return going;
}
