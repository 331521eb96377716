// What authors see of their readers.
import { z } from 'zod';
import { defineCall, defineLimit, Instant, NumericId } from '#src/calls/call.ts';
import { workKinds } from './works.rules.ts';

const Count = z.number().int();
const Work = z.object({ kind: z.enum(workKinds), id: z.number(), title: z.string() });

const WorkStatistics = Work.extend({
  published_at: Instant,
  reads: Count,
  half: Count.describe('Reads that came to half of the text'),
  whole: Count.describe('Reads that came to its end'),
  downloads: Count.nullable().describe('How often the PDF of an essay was opened or saved; null for a story'),
  months: z.array(z.object({ reads: Count, whole: Count, downloads: Count })).describe('In the order of `months`'),
  cited_by: z.array(Work).describe('Published stories and essays of this site that link to it (50 at most)'),
});
export type WorkStatistics = z.infer<typeof WorkStatistics>;

const AuthorStatistics = z.object({
  name: z.string().describe('Of the author'),
  months: z.array(z.string()).describe('The last twelve, such as 2026-11'),
  works: z.array(WorkStatistics).describe('Newest first (100 stories and 100 essays at most)'),
});
export type AuthorStatistics = z.infer<typeof AuthorStatistics>;

const query = z.object({ person: NumericId.optional().describe('Another account: for editors only') });

// Each sums a year of a hundred works.
const limit = defineLimit({ name: 'author-figures', attempts: 120, perSeconds: 600 });

export const authorStatisticsCalls = {
  statistics: defineCall({
    method: 'GET',
    path: '/api/user/readers',
    who: 'member',
    summary: 'Reads by month, downloads and citations of the current user’s published stories and essays',
    query,
    limit,
    reply: { 200: AuthorStatistics },
  }),
  csv: defineCall({
    method: 'GET',
    path: '/api/user/readers.csv',
    who: 'member',
    summary: 'The same as CSV',
    query,
    limit,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
