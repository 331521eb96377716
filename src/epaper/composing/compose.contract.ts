import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';
import { maxStories, paperSizes, warningKinds, weights } from '#src/epaper/layout/compose.rules.ts';
import {
  maxPages,
  maxPrintTexts,
  maxSpaces,
  printTextMaxLength,
  spaceKinds,
  spaceLabelMaxLength,
  spaceSizes,
  spaceTextMaxLength,
} from '#src/epaper/layout/page-plan.rules.ts';
import { isDay, periods, titleMaxLength } from '#src/epaper/pages/editions.rules.ts';

const Day = z.string().max(10).refine(isDay, 'epaper.dayInvalid');

const Candidate = z.object({
  id: z.number(),
  title: z.string(),
  language: z.string(),
  category: z.string(),
  weight: z.enum(weights).describe('The proposed weight'),
  digest: z.string().describe('Of its text: a print version that was made from another text is outdated'),
});
export type Candidate = z.infer<typeof Candidate>;

const Page = z.number().int().min(1).max(maxPages);

export const Choice = z.object({
  id: NumericId,
  weight: z.enum(weights),
  page: Page.optional().describe('The page on which it begins'),
  top: z.boolean().optional().describe('Whether it opens that page, as its lead'),
  picture: NumericId.nullable()
    .optional()
    .describe('Which picture of the story is printed, null for none; by default the lead picture'),
});

export const Space = z.object({
  page: Page,
  size: z.enum(spaceSizes).describe('Across the foot of the page: half and quarter of its height, or a strip'),
  kind: z.enum(spaceKinds),
  label: z.string().trim().max(spaceLabelMaxLength),
  text: z.string().max(spaceTextMaxLength).default(''),
  picture: NumericId.nullable().default(null).describe('A picture of the media library, instead of the text'),
});

export const PrintText = z.object({
  id: NumericId.describe('The story'),
  of: z.string().max(40).describe('Digest of the text from which it was shortened'),
  text: z.string().max(printTextMaxLength, 'compose.printTextTooLong'),
});

/** The contents of a newspaper: stories of these days, in print order. */
export const NewspaperOrder = z.object({
  category: z.enum(periods),
  paper: z.enum(paperSizes),
  from: Day,
  to: Day,
  stories: z.array(Choice).min(1, 'compose.nothingChosen').max(maxStories),
  spaces: z.array(Space).max(maxSpaces).default([]),
  prints: z.array(PrintText).max(maxPrintTexts).default([]).describe('Texts shortened for print'),
  letters: z.boolean().default(false).describe('Whether it prints the letters that are picked for print'),
});
export type NewspaperOrder = z.output<typeof NewspaperOrder>;

export const ExistingEdition = z.object({
  id: z.number().nullable().describe('Null while it is being typeset'),
  title: z.string(),
});
export type ExistingEdition = z.infer<typeof ExistingEdition>;

export const Proposal = z.object({
  from: z.string(),
  to: z.string(),
  title: z.string(),
  stories: z.array(Candidate),
  existing: z
    .array(ExistingEdition.extend({ state: z.enum(['published', 'typesetting', 'draft']) }))
    .describe('Editions of the same kind and days, and other drafts of them'),
  letters: z.number().describe('How many letters are picked for print'),
});
export type Proposal = z.infer<typeof Proposal>;
const Draft = Proposal.extend({ id: z.number(), category: z.enum(periods) });
export type Draft = z.infer<typeof Draft>;

const Warning = z.object({ story_id: z.number(), kind: z.enum(warningKinds), letters: z.string() });

/** A pinned story that begins on another page, or a space on a page that does not exist. */
const UnmetPlan = z.object({ page: z.number(), story_id: z.number().nullable() });
export type UnmetPlan = z.infer<typeof UnmetPlan>;

const Composition = z.object({
  id: z.number(),
  state: z.enum(['draft', 'dropped', 'waiting', 'typesetting', 'done', 'failed']),
  edition_id: z.number().nullable().describe('Null until the edition is published'),
  failure: z.string().nullable(),
  letters: z.array(z.number()).describe('The letters that it prints'),
});
export type Composition = z.infer<typeof Composition>;

/** The 409 response of `publish`: the editions of the same kind and days. */
export const ExistingEditions = z.object({ editions: z.array(ExistingEdition) });

export const composeCalls = {
  propose: defineCall({
    method: 'GET',
    path: '/api/compose',
    who: 'editors',
    summary: 'Stories of the week, month or year that contains a day, in the proposed order and weight',
    query: z.object({ category: z.enum(periods), day: Day }),
    reply: { 200: Proposal },
  }),
  story: defineCall({
    method: 'GET',
    path: '/api/compose/stories/:id',
    who: 'editors',
    summary: 'The text and the pictures of a public story, to shorten it for print and to choose its picture',
    params: z.object({ id: NumericId }),
    reply: {
      200: z.object({
        title: z.string(),
        language: z.string(),
        text: z.string().describe('Markdown'),
        digest: z.string(),
        pictures: z.array(z.object({ id: z.number(), caption: z.string() })),
      }),
    },
  }),
  preview: defineCall({
    method: 'POST',
    path: '/api/compose/preview',
    who: 'editors',
    summary: 'Preview a page of the newspaper, with warnings',
    body: NewspaperOrder.extend({
      page: NumericId,
      title: z.string().max(titleMaxLength).optional().describe('Printed on the front if it is not the proposed one'),
    }),
    reply: {
      200: z.object({
        page: z.number().describe('The requested page, or the last one'),
        more: z.boolean().describe('More pages follow'),
        picture: z.string().describe('WebP as data: URL'),
        warnings: z.array(Warning),
        misses: z.array(UnmetPlan).describe('Parts of the plan that do not fit'),
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
