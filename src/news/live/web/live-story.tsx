import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { copyText } from '#src/client/copy.ts';
import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { HtmlText } from '#src/ui/html.tsx';
import type { LiveEntry, LiveMessage, LivePage } from '../live.contract.ts';
import { entryAnchor } from '../live.rules.ts';
import { applyMessage, type LiveView, partOf, showWaiting, viewOf } from '../live-view.rules.ts';
import { followLive } from './follow.ts';
import styles from './live.css?url';

interface LiveProps {
  story: { id: number; language: string; live: LivePage | null };
  /** Whether to show the entries; if not, a link to them. */
  entries?: boolean;
}

/** A part of a live story's page: its entries, or the link to them. One component, so that both are one chunk. */
// biome-ignore lint/style/noDefaultExport: `lazy` loads it
export default function Live({ story: { id, language, live }, entries }: LiveProps) {
  if (!live) return null;
  const { order, from, seq } = live;
  return entries ? (
    <LiveEntries key={`${id} ${order} ${from} ${seq}`} id={id} written={language} live={live} />
  ) : (
    <LiveLink state={live.state} />
  );
}

/** The entries of a live story. New ones are added while it is read, without moving what the reader sees. */
function LiveEntries({ id, written, live }: { id: number; written: string; live: LivePage }) {
  const { t, language } = useTexts();
  const at = usePaths()('/news/:id', { id });
  const part = partOf(live);
  const [view, setView] = useState(() => viewOf(live));
  const latest = useRef(view); // messages come faster than they are shown
  const [announced, setAnnounced] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const { shown, waiting, keyEvents, state } = view;

  const change = (next: LiveView) => {
    latest.current = next;
    setView(next);
  };
  const receive = useEffectEvent((messages: LiveMessage[]) => {
    const atOnce = part.isNewest && isAtTop(title.current);
    const before = latest.current;
    const next = messages.reduce((view, message) => applyMessage(view, message, part, atOnce), before);
    change(next);
    const added = next.shown.find((entry) => entry.id > Math.max(0, ...before.shown.map((one) => one.id)));
    if (added) setAnnounced(`${t('live.newEntries', { count: 1 })}: ${added.headline}`);
    else if (next.waiting.length > before.waiting.length)
      setAnnounced(t('live.newEntries', { count: next.waiting.length }));
  });
  const isRunning = live.state === 'running';
  useEffect(() => (isRunning ? followLive(id, live.seq, receive) : undefined), [id, live.seq, isRunning]);

  const show = () => {
    change(showWaiting(latest.current));
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView();
  };
  const { next, order } = live;
  const isOldest = order === 'oldest';
  const orders = [
    { name: 'newest', href: at, label: t('live.newestFirst') },
    { name: 'oldest', href: `${at}?order=oldest`, label: t('live.oldestFirst') },
  ];
  return (
    <section id="live" className="live" aria-labelledby="live-title" lang={language} dir={directionOf(language)}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <h2 id="live-title" ref={title} tabIndex={-1}>
        {t('live.title')} <LiveBadge state={state} />
      </h2>
      <KeyEvents events={keyEvents} shown={shown} at={at} language={written} />
      <nav className="live-links no-print" aria-label={t('live.order')}>
        {orders.map(({ name, href, label }) => (
          <a key={name} className="link" href={`${href}#live`} aria-current={name === order || undefined}>
            {label}
          </a>
        ))}
      </nav>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {waiting.length > 0 && (
        <p className="live-new no-print">
          {part.isNewest ? (
            <button type="button" onClick={show}>
              {t('live.newEntries', { count: waiting.length })}
            </button>
          ) : (
            <a href={`${at}#live`}>{t('live.newEntries', { count: waiting.length })}</a>
          )}
        </p>
      )}
      {shown.length === 0 && <p className="live-none">{t('live.none')}</p>}
      <ol className="live-entries">
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} at={at} language={written} />
        ))}
      </ol>
      <p className="live-links no-print">
        {next !== null && (
          <a className="link" rel="next" href={`${at}?from=${next}${isOldest ? '&order=oldest' : ''}#live`}>
            {t(isOldest ? 'live.newer' : 'live.older')}
          </a>
        )}
        {!part.isNewest && (
          <a className="link" href={`${at}#live`}>
            {t('live.newest')}
          </a>
        )}
      </p>
    </section>
  );
}

/** Leads from the head of the story to its entries. */
function LiveLink({ state }: { state: LivePage['state'] }) {
  const { t, language } = useTexts();
  return (
    <p className="live-to-entries no-print" lang={language} dir={directionOf(language)}>
      <LiveBadge state={state} />
      <a className="link" href="#live">
        {t('live.toEntries')}
      </a>
    </p>
  );
}

/** Whether entries can be inserted without moving what the reader sees: he is at the top, or has them below. */
function isAtTop(title: HTMLElement | null): boolean {
  return scrollY < 8 || (title !== null && title.getBoundingClientRect().top > innerHeight);
}

function LiveBadge({ state }: { state: LivePage['state'] }) {
  const { t } = useTexts();
  return <span className={`live-badge ${state}`}>{t(state === 'running' ? 'live.running' : 'live.ended')}</span>;
}

interface KeyEventsProps {
  events: LivePage['keyEvents'];
  shown: LiveEntry[];
  at: string;
  language: string;
}

function KeyEvents({ events, shown, at, language }: KeyEventsProps) {
  const { t } = useTexts();
  const time = useTime();
  if (events.length === 0) return null;
  const addressOf = (id: number) =>
    shown.some((entry) => entry.id === id) ? `#${entryAnchor(id)}` : addressFrom(at, id);
  return (
    <nav className="live-key-events" aria-labelledby="live-key-events">
      <h3 id="live-key-events">{t('live.keyEvents')}</h3>
      <ul>
        {events.map(({ id, headline, at: instant }) => (
          <li key={id}>
            <time dateTime={instant}>{time(instant)}</time>{' '}
            <a className="link" href={addressOf(id)} lang={language} dir={directionOf(language)}>
              {headline}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ entry, at, language }: { entry: LiveEntry; at: string; language: string }) {
  const { t } = useTexts();
  const time = useTime();
  const { id, title, html, author, created_at: created, updated_at: updated } = entry;
  const address = addressFrom(at, id);
  const notes = [entry.pinned && t('live.pinned'), entry.key_event && t('live.keyEvent')].filter(Boolean);
  return (
    <li id={entryAnchor(id)} className={entry.pinned ? 'live-entry pinned' : 'live-entry'}>
      <p className="live-meta">
        {notes.length > 0 && <span className="live-note">{notes.join(' · ')}</span>}
        <time dateTime={created}>{time(created)}</time>
        {updated !== created && <span>{t('live.updated', { time: time(updated) })}</span>}
      </p>
      {title && (
        <h3 lang={language} dir={directionOf(language)}>
          {title}
        </h3>
      )}
      <div lang={language} dir={directionOf(language)}>
        <HtmlText className="story-text" html={html} />
      </div>
      <p className="live-meta">
        {author && <span>{t('news.by', { author })}</span>}
        <a
          className="live-share no-print"
          href={address}
          aria-label={`${t('news.share')}: ${entry.headline}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return; // opens it in another tab or window
            event.preventDefault();
            void copyText(location.origin + address, 'news.copied', 'news.notCopied');
          }}
        >
          {t('news.share')}
        </a>
      </p>
    </li>
  );
}

/** The address of an entry, on a page that begins with it: pages move on while entries are added. */
const addressFrom = (at: string, id: number) => `${at}?from=${id}#${entryAnchor(id)}`;

function useTime() {
  const { locale } = useTexts();
  const format = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (instant: string) => format.format(new Date(instant));
}
