import { useSyncExternalStore } from 'react';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { storyAge } from '../story-age.rules.ts';

const minuteMs = 60_000;

// One timer for all cards of a page.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
const subscribe = (onChange: () => void) => {
  listeners.add(onChange);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, minuteMs);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const thisMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs;

/**
 * When a story was published. Pages are shared and cached, so the server renders the date; the browser replaces it by
 * "2 hours ago" for a day, and adds "New" if it is newer than the reader's last visit. All of it is one line, so
 * nothing moves. Decisions 121 and 166.
 */
export function StoryTime({ at, language }: { at: string; language: string | undefined }) {
  const { t, locale } = useTexts();
  const time = useSyncExternalStore<number | undefined>(subscribe, thisMinute, () => undefined);
  const published = new Date(at);
  const isNew = useReaderLists(({ newSince }) => newSince > 0 && published.getTime() > newSince);
  const age = time === undefined ? undefined : storyAge(published.getTime(), time);
  return (
    <p className="story-time" lang={language}>
      <time dateTime={at}>
        {age
          ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-age.count, age.unit)
          : indianDateFormat(locale, { dateStyle: 'medium' }).format(published)}
      </time>
      {isNew && <strong> · {t('shell.new')}</strong>}
    </p>
  );
}
