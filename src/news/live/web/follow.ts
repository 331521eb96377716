import { apiHost } from '#src/client/api-host.ts';
import type { LiveChanges, LiveMessage } from '../live.contract.ts';

const pollMs = 10_000;
const longestPollMs = 120_000;
const pollsBeforeStream = 30;
// If a stream has not begun by then, a proxy buffers it.
const beginMs = 10_000;

/**
 * Follows a live story from a number on: by its event stream, or by polling if that fails. Pauses while the tab is
 * hidden. Returns a function that ends it.
 */
export function followLive(story: number, from: number, onMessages: (messages: LiveMessage[]) => void): () => void {
  const path = `${apiHost}/stories/${story}/live`;
  let seq = from;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let run = 0; // the current connection or poll; others are ignored
  let done = false;

  const receive = (messages: LiveMessage[]) => {
    for (const message of messages) {
      seq = Math.max(seq, message.seq);
      if (message.gone || message.state === 'ended') done = true;
    }
    if (messages.length) onMessages(messages);
    if (done) pause();
  };
  const pause = () => {
    run += 1;
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };

  const connect = () => {
    pause();
    const opened = new EventSource(`${path}/events?after=${seq}`);
    source = opened;
    timer = setTimeout(() => poll(), beginMs);
    opened.onopen = () => clearTimeout(timer);
    opened.onmessage = ({ data }) => {
      const message: LiveMessage = JSON.parse(data);
      if (message.reset) poll(pollsBeforeStream);
      else receive([message]);
    };
    // The browser itself connects again, unless the server has refused.
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) poll();
    };
  };

  const poll = async (count = 1, failures = 0) => {
    pause();
    const mine = run;
    const answer = await fetch(`${path}?after=${seq}`).catch(() => undefined);
    const changes: LiveChanges | undefined = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    if (mine !== run) return;
    if (changes) receive(messagesOf(changes));
    else if (answer?.status === 404) receive([{ seq, gone: true }]);
    if (mine !== run) return;
    if (changes?.more) return void poll(count, 0);
    if (changes && count >= pollsBeforeStream) return connect();
    const failed = changes ? 0 : failures + 1;
    const pauseMs = Math.min(longestPollMs, pollMs * 2 ** failed) * (0.8 + Math.random() * 0.4);
    timer = setTimeout(() => void poll(count + 1, failed), pauseMs);
  };

  const onVisibility = () => {
    if (document.hidden) pause();
    else if (!done) connect();
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) connect();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    done = true;
    pause();
  };
}

// The state comes after all changes: the last ones of an ended story are still to be shown.
const messagesOf = ({ entries, removed, seq, state, more }: LiveChanges): LiveMessage[] => [
  ...entries.map((entry) => ({ seq, entry })),
  ...removed.map((id) => ({ seq, removed: id })),
  ...(more ? [] : [{ seq, state }]),
];
