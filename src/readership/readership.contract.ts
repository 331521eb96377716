// Calls that count reads, and show the statistics to editors.
import { z } from 'zod';
import { defineCall, NumericId } from '#src/calls/call.ts';
import { hostMaxLength, newsletterMax, pageLanguages, periods, shownSources, tables } from './readership.rules.ts';

const Count = z.number().int();

const StoryStatistics = z.object({
  id: z.number(),
  title: z.string(),
  language: z.string(),
  reads: Count,
  half: Count.describe('Reads that came to half of the text'),
  whole: Count.describe('Reads that came to its end'),
});
export type StoryStatistics = z.infer<typeof StoryStatistics>;

const Statistics = z.object({
  total: Count,
  days: z.array(z.object({ day: z.string(), reads: Count })),
  hours: z.array(z.object({ hour: Count.describe('0 to 23, in India'), reads: Count })),
  sources: z.array(z.object({ source: z.enum(shownSources), reads: Count })),
  languages: z.array(z.object({ language: z.string().describe('Of the page'), reads: Count })),
  sections: z.array(z.object({ name: z.string().nullable(), reads: Count })),
  stories: z.array(StoryStatistics).describe('The hundred most read'),
  searches: z
    .array(z.object({ words: z.string(), language: z.string().describe('Of the page'), searches: Count }))
    .describe('Without results, of the last 90 days at most; the hundred most frequent that were made three times'),
});
export type Statistics = z.infer<typeof Statistics>;

const ReadReport = z
  .object({
    story: NumericId.optional(),
    essay: NumericId.optional().describe('Instead of a story'),
    language: z.enum(pageLanguages).describe('Of the page'),
    from: z.string().max(hostMaxLength).default('').describe('Host of the page before'),
    newsletter: z.coerce
      .number()
      .int()
      .min(1)
      .max(newsletterMax)
      .optional()
      .describe('The newsletter whose link opened the page'),
    depth: z.coerce.number().int().min(0).max(100).default(0).describe('Part of the text, in percent'),
  })
  .refine(({ story, essay }) => (story === undefined) !== (essay === undefined), {
    path: ['story'],
    message: 'errors.invalidField',
  });
export type ReadReport = z.infer<typeof ReadReport>;

const days = z.coerce
  .number()
  .refine((value) => (periods as readonly number[]).includes(value), 'errors.invalidField')
  .default(7)
  .describe(`Length of the period that ends today: ${periods.join(', ')}`);

export const readershipCalls = {
  count: defineCall({
    method: 'POST',
    path: '/api/reads',
    who: 'anyone',
    summary: 'Count a read of a story or an essay, without anything about the reader; sent when its page is left',
    query: ReadReport,
    reply: { 204: z.undefined() },
  }),
  statistics: defineCall({
    method: 'GET',
    path: '/api/readership',
    who: 'editors',
    summary: 'Reads by day, hour, source, language, section and story; searches without results',
    query: z.object({ days }),
    reply: { 200: Statistics },
  }),
  csv: defineCall({
    method: 'GET',
    path: '/api/readership.csv',
    who: 'editors',
    summary: 'One of these tables as CSV',
    query: z.object({ days, of: z.enum(tables) }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
