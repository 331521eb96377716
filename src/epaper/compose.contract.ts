import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';
import { maxStories, paperSizes, warningKinds, weights } from './compose.rules.ts';
import { isDay, periods, titleMaxLength } from './editions.rules.ts';

const Day = z.string().max(10).refine(isDay, 'epaper.dayInvalid');

const Candidate = z.object({
  id: z.number(),
  title: z.string(),
  language: z.string(),
  category: z.string(),
  weight: z.enum(weights).describe('The proposed weight'),
});
export type Candidate = z.infer<typeof Candidate>;

/** The contents of a newspaper: stories of these days, in print order. */
export const NewspaperOrder = z.object({
  category: z.enum(periods),
  paper: z.enum(paperSizes),
  from: Day,
  to: Day,
  stories: z
    .array(z.object({ id: NumericId, weight: z.enum(weights) }))
    .min(1, 'compose.nothingChosen')
    .max(maxStories),
});
export type NewspaperOrder = z.infer<typeof NewspaperOrder>;

const Proposal = z.object({ from: z.string(), to: z.string(), title: z.string(), stories: z.array(Candidate) });
export type Proposal = z.infer<typeof Proposal>;
const Draft = Proposal.extend({ id: z.number(), category: z.enum(periods) });
export type Draft = z.infer<typeof Draft>;

const Warning = z.object({ story_id: z.number(), kind: z.enum(warningKinds), letters: z.string() });

const Composition = z.object({
  id: z.number(),
  state: z.enum(['draft', 'dropped', 'waiting', 'typesetting', 'done', 'failed']),
  edition_id: z.number().nullable().describe('Null until the edition is published'),
  failure: z.string().nullable(),
});
export type Composition = z.infer<typeof Composition>;

/** The 409 response of `publish`: the editions of the same kind and days. */
export const ExistingEditions = z.object({
  editions: z.array(
    z.object({ id: z.number().nullable().describe('Null while it is being typeset'), title: z.string() }),
  ),
});
export type ExistingEdition = z.infer<typeof ExistingEditions>['editions'][number];

export const composeCalls = {
  propose: defineCall({
    method: 'GET',
    path: '/api/compose',
    who: 'editors',
    summary: 'Stories of the week, month or year that contains a day, in the proposed order and weight',
    query: z.object({ category: z.enum(periods), day: Day }),
    reply: { 200: Proposal },
  }),
  preview: defineCall({
    method: 'POST',
    path: '/api/compose/preview',
    who: 'editors',
    summary: 'Preview a page of the newspaper, with warnings',
    body: NewspaperOrder.extend({ page: NumericId }),
    reply: {
      200: z.object({
        page: z.number().describe('The requested page, or the last one'),
        more: z.boolean().describe('More pages follow'),
        picture: z.string().describe('WebP as data: URL'),
        warnings: z.array(Warning),
      }),
    },
  }),
  publish: defineCall({
    method: 'POST',
    path: '/api/compositions',
    who: 'editors',
    summary:
      'Typeset the newspaper and publish it in the library; 409 with `editions` if there is one of the same days',
    body: NewspaperOrder.extend({
      another: z.boolean().optional().describe('Publishes it although there is an edition of these days'),
      draft: NumericId.optional().describe('The draft to publish; it can be ordered only once'),
      title: z.string().trim().min(1, 'errors.required').max(titleMaxLength),
      issue_date: Day,
    }),
    reply: { 202: Composition },
  }),
  drafts: defineCall({
    method: 'GET',
    path: '/api/compositions/drafts',
    who: 'editors',
    summary: 'Scheduled drafts that wait for an editor to publish them (10 at most)',
    reply: { 200: z.array(Draft) },
  }),
  discard: defineCall({
    method: 'DELETE',
    path: '/api/compositions/:id',
    who: 'editors',
    summary: 'Discard a draft permanently',
    params: z.object({ id: NumericId }),
    reply: { 200: Message },
  }),
  state: defineCall({
    method: 'GET',
    path: '/api/compositions/:id',
    who: 'editors',
    summary: 'Get the state of a composition',
    params: z.object({ id: NumericId }),
    reply: { 200: Composition },
  }),
};
