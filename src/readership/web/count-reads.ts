import { apiHost } from '#src/client/api-host.ts';
import { isStoredStaff } from '#src/client/stored-session.ts';
import type { Language } from '#src/messages/languages.ts';
import type { WorkKind } from '../works.rules.ts';

// Navigation within the site does not change the referrer of the document.
let isFirst = true;

/**
 * Reports that a story or an essay is read, once: when its page is hidden or left, with the part of the text that was in
 * view until then. Nothing identifies the reader, and the newsroom's own reading does not count. Returns a function that
 * ends it.
 */
export function countReads(kind: WorkKind, id: number, language: Language): () => void {
  const from = isFirst ? hostOf(document.referrer) : location.hostname;
  const newsletter = isFirst && takeNewsletter();
  isFirst = false;
  const text = document.querySelector('.story-text, .essay-columns');
  let depth = 0;
  const look = () => {
    const { top = 0, height = 0 } = text?.getBoundingClientRect() ?? {};
    if (height) depth = Math.max(depth, Math.min(100, Math.round((100 * (innerHeight - top)) / height)));
  };
  const listening = new AbortController();
  const send = () => {
    if (listening.signal.aborted) return;
    listening.abort();
    if (isStoredStaff()) return;
    // The contract of the call would bring its validation into the story's page.
    const read = { [kind]: `${id}`, language, from, depth: `${depth}`, ...(newsletter && { newsletter }) };
    navigator.sendBeacon(`${apiHost}/reads?${new URLSearchParams(read)}`);
  };
  const { signal } = listening;
  look();
  addEventListener('scroll', look, { passive: true, signal });
  addEventListener('pagehide', send, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && send(), { signal });
  return send;
}

/** Counts the reads of a document that asks for it. */
export function countReadsOfDocument(): void {
  const { reads, id } = document.querySelector<HTMLElement>('[data-reads]')?.dataset ?? {};
  // Written by counted-essay-page.tsx and our server.
  if (reads) countReads(reads as WorkKind, Number(id), document.documentElement.lang as Language);
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

// The number of the newsletter whose link was followed, removed from the URL, which readers may share.
function takeNewsletter(): string | null {
  const url = new URL(location.href);
  const newsletter = url.searchParams.get('newsletter');
  if (newsletter === null) return null;
  url.searchParams.delete('newsletter');
  history.replaceState(history.state, '', url);
  return newsletter;
}
