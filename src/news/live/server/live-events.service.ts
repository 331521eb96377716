// The event stream of live stories: one query for each change on each node, whatever the number of its readers.
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveState } from '#src/news/schema/live-states.rules.ts';
import { liveConnections } from '#src/news/stories/news.settings.ts';
import type { Change } from '#src/platform/cache/change-triggers.ts';
import type { Services } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { LiveMessage } from '../live.contract.ts';
import { findPublicCoverage, listChanges, listLastChanges, type ShownEntryRow } from './live.queries.ts';
import { openConnectionSlots, tooManyReaders } from './live-connections.service.ts';
import { liveEntry } from './live-reading.service.ts';

const defaultHeartbeatMs = 25_000; // proxies close connections that are silent for 30 to 60 seconds
export const maxMessages = 200;
const changesPerQuery = 200;
// A reader so far behind is disconnected; his browser connects again and asks for what he has missed.
export const maxUnsentBytes = 256 * 1024;
const readersPerTurn = 250;

export interface LiveEvents {
  /**
   * Sends the changes of a story after a number, and then each further one, until the reader or the site closes the
   * connection. `head` is sent first. Throws `not_found`, and `unavailable` when there are too many connections.
   */
  open(
    storyId: number,
    address: string,
    after: number | undefined,
    response: ServerResponse,
    head: () => void,
  ): Promise<void>;
  /** Applies committed changes; undefined when any row may have changed. */
  apply(changes: readonly Change[] | undefined): void;
  close(): void;
}

interface Message {
  seq: number;
  text: string;
}

/** What a node has stored of a live story that has readers here. */
interface Feed {
  state: LiveState;
  seq: number;
  /** The last messages, for readers who connect again; not more than may wait for one of them. */
  messages: Message[];
  /** The number before the first of these. */
  since: number;
  readers: Set<ServerResponse>;
}

/** Opens the event streams of this node. */
export function openLiveEvents(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  onError: (error: Error) => void,
  { heartbeatMs = defaultHeartbeatMs } = {},
): LiveEvents {
  const feeds = new Map<number, Promise<Feed | undefined>>();
  const readers = new Set<ServerResponse>(); // of all stories
  const slots = openConnectionSlots(() => settings.get(liveConnections));
  const updates = new Map<number, { again: boolean }>();
  let closed = false;

  const find = (storyId: number): Promise<Feed | undefined> => {
    const known = feeds.get(storyId);
    if (known) return known;
    const loading = loadFeed(db, storyId);
    feeds.set(storyId, loading);
    const remove = () => removeFeed(storyId, loading);
    loading.then((feed) => feed ?? remove(), remove);
    return loading;
  };
  const removeFeed = (storyId: number, feed: Promise<Feed | undefined>) => {
    if (feeds.get(storyId) === feed) feeds.delete(storyId);
  };

  // Changes that arrive during a read are read together after it.
  const update = async (storyId: number) => {
    const running = updates.get(storyId);
    if (running) {
      running.again = true;
      return;
    }
    const mine = { again: true };
    updates.set(storyId, mine);
    try {
      while (mine.again) {
        mine.again = false;
        const feed = await feeds.get(storyId);
        if (feed && !(await readChanges(db, storyId, feed)))
          await drop(storyId, messageText({ seq: feed.seq, gone: true }));
      }
    } catch (error) {
      await drop(storyId);
      onError(error as Error); // a failure of the database
    } finally {
      updates.delete(storyId);
    }
  };
  // The readers' browsers connect again, unless the last message says that the story is gone.
  const drop = async (storyId: number, last?: string) => {
    const feed = await feeds.get(storyId);
    feeds.delete(storyId);
    for (const reader of feed?.readers ?? []) reader.end(last);
  };

  const heartbeat = setInterval(() => send(readers, Buffer.from(':\n\n')), heartbeatMs).unref();

  return {
    async open(storyId, address, after, response, head) {
      if (closed) throw tooManyReaders();
      const release = slots.take(address);
      try {
        // A change may have dropped the feed while it was awaited. Nothing is awaited between this check and `add`.
        let [loading, feed]: [Promise<Feed | undefined> | undefined, Feed | undefined] = [undefined, undefined];
        do {
          loading = find(storyId);
          feed = await loading;
          if (!feed) throw new AppError('not_found', 'live.notLive');
        } while (feeds.get(storyId) !== loading);
        const { readers: own } = feed;
        const close = () => {
          own.delete(response);
          readers.delete(response);
          if (own.size === 0) removeFeed(storyId, loading);
          release();
        };
        if (closed) throw tooManyReaders();
        if (response.destroyed) return close();
        response.once('close', close);
        head();
        response.write(beginning(feed, after));
        own.add(response);
        readers.add(response);
      } catch (error) {
        release();
        throw error;
      }
    },
    apply(changes) {
      const isAny = !changes || changes.some(({ table, id }) => isLive(table) && id === undefined);
      const ids = new Set(changes?.map(({ table, id }) => (isLive(table) ? Number(id) : undefined)));
      for (const id of feeds.keys()) if (isAny || ids.has(id)) void update(id);
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      for (const storyId of feeds.keys()) void drop(storyId).catch(onError);
    },
  };
}

async function loadFeed(db: Db, storyId: number): Promise<Feed | undefined> {
  const coverage = await findPublicCoverage(db, storyId);
  if (!coverage) return undefined;
  const { seq, state } = coverage;
  const rows = await listLastChanges(db, storyId, maxMessages);
  const known = Math.max(seq, rows.at(-1)?.seq ?? 0);
  const since = rows.length < maxMessages ? 0 : (rows[0]?.seq ?? known) - 1;
  return { state, seq: known, ...lastMessages(rows.map(entryMessage), since), readers: new Set() };
}

/** Takes further changes into a feed and sends them to its readers. False if the story is not live any more. */
async function readChanges(db: Db, storyId: number, feed: Feed): Promise<boolean> {
  const coverage = await findPublicCoverage(db, storyId);
  if (!coverage) return false;
  const rows = await listChanges(db, storyId, feed.seq, changesPerQuery);
  const messages = rows.map(entryMessage);
  const isFull = rows.length === changesPerQuery;
  const seq = isFull ? (rows.at(-1)?.seq ?? feed.seq) : Math.max(coverage.seq, rows.at(-1)?.seq ?? 0);
  if (coverage.state !== feed.state && !isFull) messages.push(message({ seq, state: coverage.state }));
  if (messages.length) {
    feed.state = isFull ? feed.state : coverage.state;
    Object.assign(feed, lastMessages([...feed.messages, ...messages], feed.since));
  }
  feed.seq = seq;
  if (messages.length) await publish(feed, messages);
  return isFull ? readChanges(db, storyId, feed) : true;
}

async function publish(feed: Feed, messages: Message[]): Promise<void> {
  const bytes = Buffer.from(messages.map(({ text }) => text).join(''));
  const readers = [...feed.readers]; // who connects meanwhile gets them from `messages`
  for (let at = 0; at < readers.length; at += readersPerTurn) {
    send(readers.slice(at, at + readersPerTurn), bytes);
    await nextTurn();
  }
}

function send(readers: Iterable<ServerResponse>, bytes: Buffer): void {
  for (const reader of readers) {
    if (reader.writableEnded) continue; // closed by us, and not yet by the connection
    if (reader.writableLength > maxUnsentBytes) reader.destroy();
    else reader.write(bytes);
  }
}

// A change of the story may hide it from readers.
const isLive = (table: string) => table === 'live_coverages' || table === 'stories';

// Browsers whose connection ended together connect again at different times.
const shortestRetryMs = 2000;
const retrySpreadMs = 4000;

function beginning(feed: Feed, after: number | undefined): string {
  const retry = `retry: ${shortestRetryMs + Math.floor(Math.random() * retrySpreadMs)}\n\n`;
  if (after === undefined || after >= feed.seq) return retry;
  if (after < feed.since) return retry + messageText({ seq: after, reset: true });
  const missed = feed.messages.filter(({ seq }) => seq > after).map(({ text }) => text);
  return retry + missed.join('') + messageText({ seq: feed.seq, state: feed.state });
}

/** The last of some messages, within the bounds, and the number before the first of these. */
function lastMessages(messages: Message[], since: number): Pick<Feed, 'messages' | 'since'> {
  let from = messages.length;
  for (let bytes = 0; from > 0 && messages.length - from < maxMessages; from -= 1) {
    bytes += Buffer.byteLength(messages[from - 1]?.text ?? '');
    if (bytes > maxUnsentBytes) break;
  }
  return { messages: messages.slice(from), since: messages[from - 1]?.seq ?? since };
}

const messageText = (data: LiveMessage) => `id: ${data.seq}\ndata: ${JSON.stringify(data)}\n\n`;
const message = (data: LiveMessage): Message => ({ seq: data.seq, text: messageText(data) });

const entryMessage = (row: ShownEntryRow): Message =>
  message(row.deletedAt ? { seq: row.seq, removed: row.id } : { seq: row.seq, entry: liveEntry(row) });
