import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';
import { maxStories, papers, warningKinds, weights } from './compose.rules.ts';
import { isDay, periods, titleMaxLength } from './editions.rules.ts';

const Day = z.string().max(10).refine(isDay, 'epaper.dayInvalid');

const Candidate = z.object({
  id: z.number(),
  title: z.string(),
  language: z.string(),
  category: z.string(),
  weight: z.enum(weights).describe('As it is proposed'),
});
export type Candidate = z.infer<typeof Candidate>;

/** What a newspaper is made of: the stories in their order, from those of these days. */
export const Composing = z.object({
  category: z.enum(periods),
  paper: z.enum(papers),
  from: Day,
  to: Day,
  stories: z
    .array(z.object({ id: NumericId, weight: z.enum(weights) }))
    .min(1, 'compose.nothingChosen')
    .max(maxStories),
});
export type Composing = z.infer<typeof Composing>;

const Proposal = z.object({ from: z.string(), to: z.string(), title: z.string(), stories: z.array(Candidate) });
const Draft = Proposal.extend({ id: z.number(), category: z.enum(periods) });
export type Draft = z.infer<typeof Draft>;

const Warning = z.object({ story_id: z.number(), kind: z.enum(warningKinds), letters: z.string() });

const Composition = z.object({
  id: z.number(),
  state: z.enum(['draft', 'dropped', 'waiting', 'typesetting', 'done', 'failed']),
  edition_id: z.number().nullable().describe('Once it is on the rack'),
  failure: z.string().nullable(),
});
export type Composition = z.infer<typeof Composition>;

export const composeCalls = {
  propose: defineCall({
    method: 'GET',
    path: '/api/compose',
    who: 'newsroom',
    summary: 'Stories of the week, month or year that holds a day, in the proposed order and weight',
    query: z.object({ category: z.enum(periods), day: Day }),
    reply: { 200: Proposal },
  }),
  preview: defineCall({
    method: 'POST',
    path: '/api/compose/preview',
    who: 'newsroom',
    summary: 'A page of the newspaper as it would be, and what to be warned of',
    body: Composing.extend({ page: NumericId }),
    reply: {
      200: z.object({
        page: z.number().describe('The one that was asked for, or the last'),
        more: z.boolean().describe('Pages follow it'),
        picture: z.string().describe('WebP as data: address'),
        warnings: z.array(Warning),
      }),
    },
  }),
  publish: defineCall({
    method: 'POST',
    path: '/api/compositions',
    who: 'newsroom',
    summary: 'Typeset the newspaper and put it on the rack',
    body: Composing.extend({
      draft: NumericId.optional().describe('The draft that this is; it can be ordered once'),
      title: z.string().trim().min(1, 'errors.required').max(titleMaxLength),
      issue_date: Day,
    }),
    reply: { 202: Composition },
  }),
  drafts: defineCall({
    method: 'GET',
    path: '/api/compositions/drafts',
    who: 'newsroom',
    summary: 'Newspapers that the schedule has laid out, waiting for an editor to publish them (10 at most)',
    reply: { 200: z.array(Draft) },
  }),
  discard: defineCall({
    method: 'DELETE',
    path: '/api/compositions/:id',
    who: 'newsroom',
    summary: 'Put a draft away for good',
    params: z.object({ id: NumericId }),
    reply: { 200: Message },
  }),
  state: defineCall({
    method: 'GET',
    path: '/api/compositions/:id',
    who: 'newsroom',
    summary: 'How far a newspaper has come',
    params: z.object({ id: NumericId }),
    reply: { 200: Composition },
  }),
};
