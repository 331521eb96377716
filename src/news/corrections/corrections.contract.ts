import { z } from 'zod';
import { defineCall, NumericId } from '#src/calls/call.ts';
import { correctionKinds } from '#src/markdown/directives.rules.ts';
import type { Correction } from '#src/news/schema/columns.rules.ts';
import { correctionMaxLength } from '#src/news/stories/corrections.rules.ts';
import type { LanguageOrder } from '#src/news/stories/language-order.rules.ts';
import { NewsItem } from '#src/news/stories/stories.contract.ts';

/** How long ago a correction may be in the list of corrected stories. */
export const correctedWithinDays = 90;
export const correctedAtMost = 100;

const CorrectedStory = z.object({
  id: z.number(),
  title: z.string(),
  language: z.string(),
  date: z.string().describe('Day of its newest correction, in India'),
  corrections: z.number().int().describe('How many it has'),
});
export type CorrectedStory = z.infer<typeof CorrectedStory>;

export const correctionsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/corrections',
    who: 'anyone',
    summary: `Stories that were corrected on a day or later, newest first: ${correctedAtMost} at most, of the last ${correctedWithinDays} days`,
    shared: true,
    query: z.object({ since: z.iso.date().optional().describe('Day in India') }),
    reply: { 200: z.object({ stories: z.array(CorrectedStory) }) },
  }),
  add: defineCall({
    method: 'POST',
    path: '/api/stories/:id/corrections',
    who: 'writers',
    summary:
      'Add a correction of today at the end of a story; 409 with `current` if it was corrected since `version`, other changes stay',
    params: z.object({ id: NumericId }),
    body: z.object({
      kind: z.enum(correctionKinds),
      text: z.string().max(correctionMaxLength, 'errors.invalidField').describe('Markdown'),
      version: z.number().int().min(1).max(2_147_483_647).optional().describe('The version that the editor has seen'),
    }),
    reply: { 200: NewsItem },
  }),
};

/** A correction with its story, on the page of all corrections. */
export interface ListedCorrection extends Correction {
  storyId: number;
  /** Its number in the story's text, from 1. */
  place: number;
  title: string;
  language: string;
}

/** A page of the list of corrections, newest first. */
export interface CorrectionsPage {
  corrections: ListedCorrection[];
  nextCursor: string | null;
  /** Added to the link to the next page: the order of languages, if it is not the paper's. */
  nextOrder: LanguageOrder | null;
  order: LanguageOrder;
  hasChoice: boolean;
  /** After the last correction in the page's language: the newest in other languages. */
  others: ListedCorrection[];
}
