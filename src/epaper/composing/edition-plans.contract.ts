// Saved plans of editions, shared by the editors.
import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { maxStories, paperSizes } from '#src/epaper/layout/compose.rules.ts';
import { isDay, periods, titleMaxLength } from '#src/epaper/pages/editions.rules.ts';
import { Choice, NewspaperOrder, PrintText, Proposal, Space } from './compose.contract.ts';

const Head = z.object({
  id: z.number(),
  title: z.string(),
  category: z.enum(periods),
  from: z.string(),
  to: z.string(),
  issue_date: z.string(),
  version: z.number().int(),
  saved_at: Instant,
  saved_by: z.string().nullable(),
});
export type PlanHead = z.infer<typeof Head>;

const Plan = Head.extend({
  paper: z.enum(paperSizes),
  choices: z.array(Choice),
  known: z.array(z.number()).describe('Stories that could be chosen when it was saved'),
  spaces: z.array(Space),
  prints: z.array(PrintText),
  letters: z.boolean(),
  proposal: Proposal.describe('The stories of its days now'),
});
export type EditionPlan = z.infer<typeof Plan>;

export const PlanInput = NewspaperOrder.extend({
  stories: z.array(Choice).max(maxStories),
  known: z.array(NumericId).max(maxStories),
  title: z.string().trim().min(1, 'errors.required').max(titleMaxLength),
  issue_date: z.string().max(10).refine(isDay, 'epaper.dayInvalid'),
});
export type PlanInput = z.infer<typeof PlanInput>;

/** The 409 response of `change`: who has saved it since, and when. */
export const PlanConflict = z.object({ current: Head });

const params = z.object({ id: NumericId });

export const editionPlanCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/edition-plans',
    who: 'editors',
    summary: 'Saved plans of editions, last saved first (50 at most)',
    reply: { 200: z.array(Head) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/edition-plans/:id',
    who: 'editors',
    summary: 'A saved plan, with the stories of its days',
    params,
    reply: { 200: Plan },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/edition-plans',
    who: 'editors',
    summary: 'Save the plan of an edition; 409 when 50 are saved',
    body: PlanInput,
    reply: { 201: Head },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/edition-plans/:id',
    who: 'editors',
    summary: 'Save a plan again; 409 with `current` if it has been saved since `version`',
    params,
    body: PlanInput.extend({ version: NumericId }),
    reply: { 200: Head },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/edition-plans/:id',
    who: 'editors',
    summary: 'Delete a saved plan',
    params,
    reply: { 200: Message },
  }),
};
