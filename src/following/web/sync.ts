import type { Call } from '#src/calls/call.ts';
import { callApi } from '#src/client/api.ts';
import {
  changeReaderLists,
  type DeviceMark,
  type DeviceRead,
  type ReaderLists,
  readerLists,
} from '#src/client/reader-lists.ts';
import { useSession } from '#src/client/session.ts';
import { type MarkKind, markKey } from '#src/rules/reader-lists.rules.ts';
import { type Lists, marksAtMost, readerListsCalls } from '../reader-lists.contract.ts';
import { mergeHistory, mergeMarks } from '../reader-lists.rules.ts';

const changedAfterMs = 1000;
// How long the lists of the account count as fresh.
const freshMs = 900_000;

// SessionWatch verifies the session. A background call must not redirect a reader to the login.
const inBackground = <C extends Call>(call: C): C => ({ ...call, who: 'anyone' });

const unsentMarks = ({ marks }: Pick<ReaderLists, 'marks'>) => Object.entries(marks).filter(([, { sent }]) => !sent);
const unsentReads = ({ historySynced, keepsHistory, history }: ReaderLists) =>
  historySynced && keepsHistory ? Object.entries(history).filter(([, { sent }]) => !sent) : [];
const isUnsent = (onDevice: ReaderLists) =>
  unsentMarks(onDevice).length > 0 ||
  unsentReads(onDevice).length > 0 ||
  (onDevice.historySynced && onDevice.clearedAt > onDevice.syncedAt);

/** While a reader is logged in: synchronizes his lists now and after each change. Returns a function that ends it. */
export function keepInSync(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What did not reach the server is sent from the next page.
  const run = () => void syncReaderLists().catch(() => undefined);
  const { owner, syncedAt, marks } = readerLists.getState();
  const isFresh = owner === useSession.getState().user.user_id && Date.now() - syncedAt < freshMs;
  if (!isFresh || unsentMarks({ marks }).length) run();
  const stop = readerLists.subscribe((onDevice, before) => {
    if (onDevice.marks === before.marks || unsentMarks(onDevice).length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(run, changedAfterMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

let running: Promise<void> | undefined;

/** Synchronizes the lists of this device with the logged-in reader's account. Throws ApiError. */
export function syncReaderLists(): Promise<void> {
  running ??= exchange().finally(() => {
    running = undefined;
  });
  return running;
}

async function exchange(): Promise<void> {
  const { user_id: userId } = useSession.getState().user;
  if (userId === null) return;
  // The lists of another user, whose session has expired here. His account has them.
  if (![null, userId].includes(readerLists.getState().owner)) changeReaderLists(() => ofNobody);
  do {
    const onDevice = readerLists.getState();
    const marks = unsentMarks(onDevice).slice(0, marksAtMost);
    const reads = unsentReads(onDevice);
    const lists = isUnsent(onDevice)
      ? await callApi(inBackground(readerListsCalls.merge), {
          body: {
            marks: marks.map(([key, mark]) => markOf(key, mark)),
            history: { cleared_at: onDevice.clearedAt, stories: reads.map(([id, read]) => readOf(id, read)) },
          },
        })
      : await callApi(inBackground(readerListsCalls.get));
    if (useSession.getState().user.user_id !== userId) return;
    const sent = { marks: Object.fromEntries(marks), history: Object.fromEntries(reads) };
    changeReaderLists((now) => ({ ...withLists(now, lists, sent), owner: userId, syncedAt: Date.now() }));
  } while (isUnsent(readerLists.getState()));
}

const ofNobody: Partial<ReaderLists> = {
  marks: {},
  history: {},
  corrected: [],
  clearedAt: 0,
  owner: null,
  historySynced: false,
};

function markOf(key: string, { at, removed }: DeviceMark) {
  const [kind, id] = key.split(':');
  return { kind: kind as MarkKind /* by markKey */, id: Number(id), at, removed };
}

const readOf = (id: string, { at, corrections }: DeviceRead) => ({ id: Number(id), at, corrections });

/** Merges the lists of this device with those of the account, after it stored what was `sent`. */
export function withLists(
  onDevice: ReaderLists,
  lists: Lists,
  sent: Pick<ReaderLists, 'marks' | 'history'>,
): Pick<ReaderLists, 'marks' | 'history' | 'historySynced' | 'clearedAt'> {
  // What was sent and not stored: the list was full, or the page does not exist.
  const changed = unsentMarks(onDevice).filter(([key, { at }]) => sent.marks[key]?.at !== at);
  const marks = mergeMarks<ReturnType<typeof markOf> & DeviceMark>(
    Date.now(),
    lists.marks.map((mark) => ({
      ...mark,
      title: mark.title || (onDevice.marks[markKey(mark.kind, mark.id)]?.title ?? ''),
      sent: true,
    })),
    changed.map(([key, mark]) => ({ ...mark, ...markOf(key, mark) })),
  );
  const { synced, cleared_at: clearedThere, stories } = lists.history;
  const clearedAt = synced ? Math.max(onDevice.clearedAt, clearedThere) : onDevice.clearedAt;
  const own = Object.entries(onDevice.history).map(([key, read]) => ({
    ...read,
    id: Number(key),
    sent: synced && (read.sent || sent.history[key]?.at === read.at),
  }));
  const ofAccount = synced && onDevice.keepsHistory ? stories.map((story) => ({ ...story, sent: true })) : [];
  return {
    marks: Object.fromEntries(marks.map(({ kind, id, ...mark }) => [markKey(kind, id), mark])),
    history: Object.fromEntries(mergeHistory(clearedAt, own, ofAccount).map(({ id, ...read }) => [id, read])),
    historySynced: synced,
    clearedAt,
  };
}
