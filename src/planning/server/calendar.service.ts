import { getEditionsForCalendar } from '#src/epaper/composing/server/edition-calendar.service.ts';
import type { CalendarEdition } from '#src/epaper/pages/editions.contract.ts';
import { getStoriesForCalendar } from '#src/newsroom/lists/server/story-calendar.service.ts';
import type { Context } from '#src/platform/context.ts';
import { invalid } from '#src/platform/errors.ts';
import { endOfDayInIndia, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { isRange } from '../calendar.rules.ts';
import type { Assignment, CalendarStory } from '../plan.contract.ts';
import { listDue, listUndated } from './assignments.queries.ts';
import { assignmentsFor } from './assignments.service.ts';

const limit = 1000;
const undatedLimit = 100;

export interface Calendar {
  stories: CalendarStory[];
  editions: CalendarEdition[];
  assignments: Assignment[];
  undated: Assignment[];
  /** Whether some are missing, because there are too many. */
  more: boolean;
}

/** Stories, editions and assignments of these days. Throws `invalid`. */
export async function getCalendar(ctx: Context, days: { from: string; to: string }): Promise<Calendar> {
  if (!isRange(days)) throw invalid({ to: { key: 'planning.rangeInvalid' } });
  const between = { from: startOfDayInIndia(days.from), before: endOfDayInIndia(days.to) };
  const [stories, { editions, more }, due, undated] = await Promise.all([
    getStoriesForCalendar(ctx, between, limit + 1),
    getEditionsForCalendar(ctx, days),
    listDue(ctx.db, between, limit + 1),
    listUndated(ctx.db, undatedLimit + 1),
  ]);
  return {
    stories: stories.slice(0, limit).map(({ createdAt, publishAt, dueAt, assigneeId, assignee, ...story }) => {
      const at = story.status === 'published' ? createdAt : (publishAt ?? dueAt ?? createdAt);
      const colleague = assigneeId === null || assignee === null ? null : { id: assigneeId, name: assignee };
      return { ...story, at: at.toISOString(), assignee: colleague };
    }),
    editions,
    assignments: await assignmentsFor(ctx, due.slice(0, limit)),
    undated: await assignmentsFor(ctx, undated.slice(0, undatedLimit)),
    more: more || stories.length > limit || due.length > limit || undated.length > undatedLimit,
  };
}
