import type { Call } from '#src/calls/call.ts';
import { callApi } from '#src/client/api.ts';
import { changeReading, type DeviceMark, type DeviceRead, type Reading, useReading } from '#src/client/reading.ts';
import { useSession } from '#src/client/session.ts';
import { type MarkKind, markKey } from '#src/rules/reading.rules.ts';
import { type Lists, marksAtMost, readingCalls } from '../reading.contract.ts';
import { mergeHistory, mergeMarks } from '../reading.rules.ts';

const changedAfterMs = 1000;
// How long the lists of the account count as fresh.
const freshMs = 900_000;

// SessionWatch verifies the session. A call that nobody asked for must not send a reader to the login.
const inBackground = <C extends Call>(call: C): C => ({ ...call, who: 'anyone' });

const unsentMarks = ({ marks }: Pick<Reading, 'marks'>) => Object.entries(marks).filter(([, { sent }]) => !sent);
const unsentReads = ({ historySynced, keepsHistory, history }: Reading) =>
  historySynced && keepsHistory ? Object.entries(history).filter(([, { sent }]) => !sent) : [];
const isUnsent = (reading: Reading) =>
  unsentMarks(reading).length > 0 ||
  unsentReads(reading).length > 0 ||
  (reading.historySynced && reading.clearedAt > reading.syncedAt);

/** While a reader is logged in: brings his lists together now and after each change. Returns a function that ends it. */
export function keepInSync(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What did not reach the server is sent from the next page.
  const run = () => void syncReading().catch(() => undefined);
  const { owner, syncedAt, marks } = useReading.getState();
  const isFresh = owner === useSession.getState().user.user_id && Date.now() - syncedAt < freshMs;
  if (!isFresh || unsentMarks({ marks }).length) run();
  const stop = useReading.subscribe((reading, before) => {
    if (reading.marks === before.marks || unsentMarks(reading).length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(run, changedAfterMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

let running: Promise<void> | undefined;

/** Brings the lists of this device and of the logged-in reader's account together. Throws ApiError. */
export function syncReading(): Promise<void> {
  running ??= exchange().finally(() => {
    running = undefined;
  });
  return running;
}

async function exchange(): Promise<void> {
  const { user_id: userId } = useSession.getState().user;
  if (userId === null) return;
  // The lists of somebody else, whose session has expired here. His account has them.
  if (![null, userId].includes(useReading.getState().owner)) changeReading(() => ofNobody);
  do {
    const reading = useReading.getState();
    const marks = unsentMarks(reading).slice(0, marksAtMost);
    const reads = unsentReads(reading);
    const lists = isUnsent(reading)
      ? await callApi(inBackground(readingCalls.merge), {
          body: {
            marks: marks.map(([key, mark]) => markOf(key, mark)),
            history: { cleared_at: reading.clearedAt, stories: reads.map(([id, read]) => readOf(id, read)) },
          },
        })
      : await callApi(inBackground(readingCalls.get));
    if (useSession.getState().user.user_id !== userId) return;
    const sent = { marks: Object.fromEntries(marks), history: Object.fromEntries(reads) };
    changeReading((now) => ({ ...withLists(now, lists, sent), owner: userId, syncedAt: Date.now() }));
  } while (isUnsent(useReading.getState()));
}

const ofNobody: Partial<Reading> = {
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
  reading: Reading,
  lists: Lists,
  sent: Pick<Reading, 'marks' | 'history'>,
): Pick<Reading, 'marks' | 'history' | 'historySynced' | 'clearedAt'> {
  // What was sent and not stored: the list was full, or the page does not exist.
  const changed = unsentMarks(reading).filter(([key, { at }]) => sent.marks[key]?.at !== at);
  const marks = mergeMarks<ReturnType<typeof markOf> & DeviceMark>(
    Date.now(),
    lists.marks.map((mark) => ({
      ...mark,
      title: mark.title || (reading.marks[markKey(mark.kind, mark.id)]?.title ?? ''),
      sent: true,
    })),
    changed.map(([key, mark]) => ({ ...mark, ...markOf(key, mark) })),
  );
  const { synced, cleared_at: clearedThere, stories } = lists.history;
  const clearedAt = synced ? Math.max(reading.clearedAt, clearedThere) : reading.clearedAt;
  const own = Object.entries(reading.history).map(([key, read]) => ({
    ...read,
    id: Number(key),
    sent: synced && (read.sent || sent.history[key]?.at === read.at),
  }));
  const ofAccount = synced && reading.keepsHistory ? stories.map((story) => ({ ...story, sent: true })) : [];
  return {
    marks: Object.fromEntries(marks.map(({ kind, id, ...mark }) => [markKey(kind, id), mark])),
    history: Object.fromEntries(mergeHistory(clearedAt, own, ofAccount).map(({ id, ...read }) => [id, read])),
    historySynced: synced,
    clearedAt,
  };
}
