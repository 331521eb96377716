import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { Html } from '#src/calls/html.ts';
import { type LiveState, liveStates } from '#src/news/schema/live-states.rules.ts';
import {
  changesPerAnswer,
  type EntryOrder,
  entryMaxLength,
  entryTitleMaxLength,
  staffListLimit,
} from './live.rules.ts';

const StoryId = z.object({ id: NumericId });
const EntryId = z.object({ id: NumericId, entry: NumericId });
const Version = z.number().int().positive().max(2_147_483_647);

const State = z.enum(liveStates);

/** An entry of a live story as readers see it. */
export const LiveEntry = z.object({
  id: z.number(),
  title: z.string().describe('Empty if it has none'),
  headline: z.string().describe('Its title, or the beginning of its text'),
  html: Html,
  key_event: z.boolean(),
  pinned: z.boolean().describe('Shown before all others; one entry of a story at most'),
  author: z.string(),
  created_at: Instant,
  updated_at: Instant.describe('When its title or its text was changed last'),
});
export type LiveEntry = z.infer<typeof LiveEntry>;

/** What has changed since a sequence number. */
export const LiveChanges = z.object({
  state: State,
  seq: z.number().int().describe('Send it back as `after` to get what has changed since'),
  entries: z
    .array(LiveEntry)
    .describe(`New and changed entries, in the order of their changes (${changesPerAnswer} at most)`),
  removed: z.array(z.number()).describe('Ids of removed entries'),
  more: z.boolean().describe('Whether there are more changes after `seq`'),
});
export type LiveChanges = z.infer<typeof LiveChanges>;

/** A message of the event stream. `gone`: readers do not see the story, or it is not live, any more. */
export const LiveMessage = z.object({
  seq: z.number().int(),
  entry: LiveEntry.optional(),
  removed: z.number().optional(),
  state: State.optional(),
  reset: z.literal(true).optional().describe('Changes are missing here: ask for them with the call `changes`'),
  gone: z.literal(true).optional(),
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** An entry of a live story as the newsroom sees it. */
export const StaffEntry = LiveEntry.omit({ html: true, headline: true }).extend({
  text: z.string().describe('Markdown, in the same subset as a story'),
  version: z.number().int().describe('Increases with every change; send it back to detect concurrent changes'),
  deleted_at: Instant.nullable(),
});
export type StaffEntry = z.infer<typeof StaffEntry>;

const Coverage = z.object({
  state: State,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  public: z.boolean().describe('Whether readers see the story'),
  title: z.string(),
  language: z.string(),
  entries: z.array(StaffEntry).describe(`Newest first (${staffListLimit} at most)`),
  more: z.boolean().describe('Whether there are older ones'),
});
export type Coverage = z.infer<typeof Coverage>;

const EntryVersion = StaffEntry.pick({ title: true, text: true, key_event: true, version: true }).extend({
  at: Instant,
  author: z.string().describe('Who saved it'),
});
export type EntryVersion = z.infer<typeof EntryVersion>;

const title = z.string().max(entryTitleMaxLength, 'coverage.titleTooLong');
const text = z.string().max(entryMaxLength, 'coverage.textTooLong');

export const liveCalls = {
  changes: defineCall({
    method: 'GET',
    path: '/api/stories/:id/live',
    who: 'anyone',
    summary: 'Entries of a live story that are new or changed since a sequence number, and those removed',
    shared: true,
    params: StoryId,
    query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
    reply: { 200: LiveChanges },
  }),
  events: defineCall({
    method: 'GET',
    path: '/api/stories/:id/live/events',
    who: 'anyone',
    summary:
      'The same as server-sent events, one for each change, with its sequence number as the id; 503 with Retry-After when there are too many connections',
    params: StoryId,
    query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).optional() }),
    reply: { 200: z.unknown().meta({ type: 'string' }) },
  }),
  coverage: defineCall({
    method: 'GET',
    path: '/api/stories/:id/live/desk',
    who: 'writers',
    summary: 'The live coverage of a story with its entries as they were typed, also the deleted ones',
    params: StoryId,
    query: z.object({ before: NumericId.optional().describe('Id of the last entry of the page before') }),
    reply: { 200: Coverage },
  }),
  state: defineCall({
    method: 'PUT',
    path: '/api/stories/:id/live',
    who: 'writers',
    summary: 'Begin, end or resume the live coverage of a story, or hide it (none)',
    params: StoryId,
    body: z.object({ state: State }),
    reply: { 200: z.object({ state: State }) },
  }),
  add: defineCall({
    method: 'POST',
    path: '/api/stories/:id/live/entries',
    who: 'writers',
    summary:
      'Add an entry to a running live story; a repeated request with the same `key` adds none but corrects it; 409 with `current` if it was changed since',
    params: StoryId,
    body: z.object({
      title: title.default(''),
      text,
      key_event: z.boolean().default(false),
      pinned: z.boolean().default(false),
      key: z.uuid().optional().describe('Chosen by the sender, so that a repeated request adds no second entry'),
    }),
    reply: { 201: StaffEntry },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/stories/:id/live/entries/:entry',
    who: 'writers',
    summary: 'Change an entry; what is not sent stays. 409 with `current` if it has changed since `version`',
    params: EntryId,
    body: z.object({
      version: Version.describe('The version that the editor has seen'),
      title: title.optional(),
      text: text.optional(),
      key_event: z.boolean().optional(),
      pinned: z.boolean().optional(),
    }),
    reply: { 200: StaffEntry },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/stories/:id/live/entries/:entry',
    who: 'writers',
    summary: 'Remove an entry; it can be restored',
    params: EntryId,
    reply: { 200: Message },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/stories/:id/live/entries/:entry/restore',
    who: 'writers',
    summary: 'Bring a removed entry back, at its time',
    params: EntryId,
    reply: { 200: StaffEntry },
  }),
  versions: defineCall({
    method: 'GET',
    path: '/api/stories/:id/live/entries/:entry/versions',
    who: 'writers',
    summary: 'The versions of an entry, newest first (100 at most)',
    params: EntryId,
    reply: { 200: z.array(EntryVersion) },
  }),
};
/** A page of the entries of a live story. */
export interface LivePage {
  state: LiveState;
  startedAt: string;
  endedAt: string | null;
  /** When its readers last got something new. */
  updatedAt: string;
  /** Number of the last change that it shows. */
  seq: number;
  order: EntryOrder;
  /** The id of the entry that the page was asked to begin with; null on the first page. */
  from: number | null;
  /** The first entry of the next page. */
  next: number | null;
  entries: LiveEntry[];
  keyEvents: { id: number; headline: string; at: string }[];
}
