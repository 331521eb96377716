import type { TextKey } from '#src/messages/catalogue.ts';
import { siteLanguages } from '#src/messages/languages.ts';
import { addDays, dayMs, isoDate, startOfDayInIndia, toIndianClock } from '#src/rules/calendar.rules.ts';

/** A newsletter is in one of the languages of the site. */
export const newsletterLanguages = siteLanguages;

export const frequencies = ['daily', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

/** The state of an issue. A draft is sent at its time; one that is held, or skipped, is not. */
export const issueStates = ['draft', 'held', 'skipped', 'sending', 'stopped', 'sent'] as const;
export type IssueState = (typeof issueStates)[number];

/** States in which an issue can be edited. */
export const editableStates = ['draft', 'held', 'skipped'] as const;
export type EditableState = (typeof editableStates)[number];
export const isEditable = (state: IssueState): state is EditableState =>
  (editableStates as readonly IssueState[]).includes(state);

export const issueStateText = {
  draft: 'newsletters.draft',
  held: 'newsletters.held',
  skipped: 'newsletters.skipped',
  sending: 'newsletters.sending',
  stopped: 'newsletters.stopped',
  sent: 'newsletters.sent',
} as const satisfies Record<IssueState, TextKey>;

/** Path of the document of an issue, before its id. */
export const issuePath = '/newsletters/issues/';

/** A subscription begins when its link has been followed. */
export const subscriptionStates = ['pending', 'active', 'ended'] as const;

/** The state of one copy of an issue. */
export const copyStates = ['waiting', 'sending', 'sent', 'failed'] as const;

/** Days until a subscription that nobody has confirmed, or that has ended, is deleted. */
export const unconfirmedDays = 7;
export const endedDays = 30;

/** Permanent refusals by the mail server, one after the other, that end a subscription. */
export const refusalsThatEnd = 3;

export const nameMaxLength = 60;
export const descriptionMaxLength = 200;
export const subjectMaxLength = 120;
export const introMaxLength = 2000;
export const storiesMost = 20;
export const storiesUsually = 8;

/** When the issues of a newsletter are sent. */
export interface Schedule {
  frequency: Frequency;
  /** Of a weekly newsletter: 0 for Sunday to 6 for Saturday. */
  weekday: number;
  /** In India, such as 07:30. */
  time: string;
}

export const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** When the issue of a day in India is due; undefined if there is none on that day. */
export function dueOn(day: string, { frequency, weekday, time }: Schedule): Date | undefined {
  const start = startOfDayInIndia(day);
  if (frequency === 'weekly' && toIndianClock(start).getUTCDay() !== weekday) return undefined;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(start.getTime() + (hours * 60 + minutes) * 60_000);
}

/** The next time after `now` at which an issue is due. Throws an Error for a schedule that names no time. */
export function nextDue(schedule: Schedule, now: Date): { day: string; due: Date } {
  const today = startOfDayInIndia(isoDate(now));
  for (let days = 0; days <= 7; days++) {
    const day = isoDate(addDays(today, days));
    const due = dueOn(day, schedule);
    if (due && due > now) return { day, due };
  }
  throw new Error(`Not a schedule: ${JSON.stringify(schedule)}`);
}

/** From when stories are new to the readers of an issue that is due then. */
export const newSince = (due: Date, { frequency }: Pick<Schedule, 'frequency'>): Date =>
  new Date(due.getTime() - (frequency === 'daily' ? 1 : 7) * dayMs);

/** The month in India of an instant, as its first day. */
export const monthOf = (now: Date): string => `${isoDate(now).slice(0, 7)}-01`;

/** With fewer readers, statistics of what was read are hidden: they would be about single readers. */
export const fewestReaders = 3;

/** How the readers of a newsletter changed within a month. */
export interface ReaderChanges {
  joined: number;
  left: number;
  refused: number;
}

/** The readers at the end of each month, from how many there are now and what changed in the months until now. */
export const readersAtEnds = (now: number, months: readonly ReaderChanges[]): number[] =>
  months.toReversed().reduce<{ readers: number; ends: number[] }>(
    ({ readers, ends }, { joined, left, refused }) => ({
      readers: Math.max(0, readers - joined + left + refused),
      ends: [readers, ...ends],
    }),
    { readers: now, ends: [] },
  ).ends;
