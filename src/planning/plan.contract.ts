// Calls of the newsroom's calendar and of its assignments.
import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { CalendarEdition } from '#src/epaper/pages/editions.contract.ts';
import { isDay } from '#src/epaper/pages/editions.rules.ts';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { assignmentStates, notesMaxLength, whatMaxLength } from './assignments.rules.ts';

const Day = z.string().max(10).refine(isDay, 'epaper.dayInvalid');
const Colleague = z.object({ id: z.number(), name: z.string() });

const CalendarStory = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(storyStatuses),
  version: z.number().int(),
  at: Instant.describe('Of its publication; of a story that is not scheduled, when it is due'),
  language: z.string(),
  category: z.string().nullable(),
  author: z.string(),
  assignee: Colleague.nullable(),
});
export type CalendarStory = z.infer<typeof CalendarStory>;

const Assignment = z.object({
  id: z.number(),
  what: z.string(),
  notes: z.string(),
  category: z.string().nullable().describe('Section'),
  language: z.string(),
  assignee: Colleague.nullable(),
  due_at: Instant.nullable(),
  state: z.enum(assignmentStates),
  story: z
    .object({
      id: z.number(),
      title: z.string().nullable().describe('Null if the current user may not see the story'),
      status: z.enum(storyStatuses),
    })
    .nullable(),
  version: z.number().int(),
  created_by: z.string().nullable(),
  changeable: z.boolean().describe('Whether the current user may change it'),
});
export type Assignment = z.infer<typeof Assignment>;

export const AssignmentInput = z.object({
  what: z.string().trim().min(1, 'errors.required').max(whatMaxLength),
  notes: z.string().max(notesMaxLength).default(''),
  category: z.string().max(nameMaxLength).nullable().default(null).describe('Name of a section'),
  language: z.string().max(10).default('en'),
  assignee: NumericId.nullable().default(null),
  due_at: z.iso
    .datetime({ offset: true })
    .refine((at) => new Date(at).getUTCFullYear() >= 2000, 'errors.invalidField')
    .nullable()
    .default(null),
  state: z.enum(assignmentStates).default('open'),
});
export type AssignmentInput = z.infer<typeof AssignmentInput>;

/** The 409 response of `change`. */
export const AssignmentConflict = z.object({ current: Assignment });

/** The 409 response of `start`: the existing story, null if the current user may not see it. */
export const StoryExists = z.object({ story: z.number().nullable() });

const params = z.object({ id: NumericId });

export const planCalls = {
  calendar: defineCall({
    method: 'GET',
    path: '/api/plan',
    who: 'writers',
    summary: 'Stories, editions and assignments of these days (42 at most), and pending assignments without a due time',
    query: z.object({ from: Day, to: Day }),
    reply: {
      200: z.object({
        stories: z.array(CalendarStory),
        editions: z.array(CalendarEdition),
        assignments: z.array(Assignment),
        undated: z.array(Assignment),
        more: z.boolean().describe('Whether some are missing, because there are too many'),
      }),
    },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/plan/assignments',
    who: 'writers',
    summary: 'Create an assignment; a reporter assigns only to himself',
    body: AssignmentInput,
    reply: { 201: Assignment },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/plan/assignments/:id',
    who: 'writers',
    summary: 'Change an assignment: a reporter his own; 409 with `current` if it has changed since `version`',
    params,
    body: AssignmentInput.extend({ version: NumericId }),
    reply: { 200: Assignment },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/plan/assignments/:id',
    who: 'writers',
    summary: 'Delete an assignment: a reporter his own',
    params,
    reply: { 200: Message },
  }),
  start: defineCall({
    method: 'POST',
    path: '/api/plan/assignments/:id/story',
    who: 'writers',
    summary:
      'Create a draft from an assignment, with its title, section, language, assignee and due time; 409 if it has one',
    params,
    reply: { 201: z.object({ story: NumericId }) },
  }),
};
