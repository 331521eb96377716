import { apiHost } from '#src/client/api-host.ts';
import { changeReaderLists, readerLists } from '#src/client/reader-lists.ts';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { isCorrectedSince } from '../corrected-since.rules.ts';
import type { CorrectedStory } from '../corrections.contract.ts';

const pauseMs = 1_800_000;

/**
 * Looks for corrections of what this device has read, every half hour at most. It asks for all of them, so the server does
 * not learn which stories were read.
 */
export async function lookForCorrections(): Promise<void> {
  const { history, lookedAt } = readerLists.getState();
  const now = Date.now();
  const times = Object.values(history).map(({ at }) => at);
  if (times.length === 0 || now - lookedAt < pauseMs) return;
  const since = isoDate(new Date(Math.min(...times)));
  try {
    // Without the contract, which would add its validation to the scripts of the front page.
    const response = await fetch(`${apiHost}/corrections?since=${since}`);
    const { stories }: { stories: CorrectedStory[] } = await response.json();
    changeReaderLists(({ history }) => ({
      lookedAt: now,
      corrected: stories.filter((story) => {
        const read = history[story.id];
        return read && isCorrectedSince(read, story);
      }),
    }));
  } catch {
    // Offline, or not our answer: the next page asks again.
  }
}

/** Records that the reader has seen the corrections in the note. */
export function dismissCorrections(): void {
  changeReaderLists(({ history, corrected }) => ({
    corrected: [],
    history: {
      ...history,
      ...Object.fromEntries(
        corrected.flatMap(({ id, corrections }) => {
          const read = history[id];
          return read
            ? [[id, { ...read, corrections: Math.max(read.corrections, corrections), toldAt: Date.now() }]]
            : [];
        }),
      ),
    },
  }));
}
