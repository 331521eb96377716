// The text of a notification between the site and the service worker: everything that the worker shows is in it, so
// that it makes no request.

/** What a notification shows, and where it leads. */
export interface Notification {
  title: string;
  body: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** A later notification with the same tag takes the place of this one. */
  tag: string;
  /** Path of the page that it opens. */
  path: string;
}

const lengths = { title: 200, body: 400, lang: 5, tag: 40, path: 200 };

export const writeNotification = (notification: Notification): string => JSON.stringify(notification);

/** Parses a pushed message; undefined if it is not ours. */
export function readNotification(text: string): Notification | undefined {
  let given: Partial<Record<keyof Notification, unknown>> | null;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isText = (name: keyof typeof lengths) => {
    const value = given?.[name];
    return typeof value === 'string' && value.length <= lengths[name];
  };
  const areTexts = (Object.keys(lengths) as (keyof typeof lengths)[]).every(isText);
  if (!given || !areTexts || !(given.dir === 'ltr' || given.dir === 'rtl')) return undefined;
  // A path of this site only: neither another host nor "//host".
  return /^\/(?![/\\])/.test(given.path as string) ? (given as Notification) : undefined; // checked above
}
