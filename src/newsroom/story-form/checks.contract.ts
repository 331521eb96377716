import { z } from 'zod';
import { defineCall, NumericId } from '#src/calls/call.ts';
import { titleMaxLength } from '#src/news/schema/story-fields.contract.ts';
import { linkMaxLength, mostLinks } from './checks.rules.ts';

const linkStates = ['found', 'missing', 'failed', 'refused'] as const;

const Ids = z.array(NumericId).max(200);

export const checksCalls = {
  links: defineCall({
    method: 'POST',
    path: '/api/checks/links',
    who: 'writers',
    summary:
      'Whether the links of a story answer: `missing` for 404 and 410, `failed` without an answer, `refused` if the address is none of the public web',
    body: z.object({ urls: z.array(z.string().max(linkMaxLength)).min(1).max(mostLinks) }),
    reply: { 200: z.object({ links: z.array(z.object({ url: z.string(), state: z.enum(linkStates) })) }) },
  }),
  duplicates: defineCall({
    method: 'POST',
    path: '/api/checks/duplicates',
    who: 'writers',
    summary: 'Stories of the last 14 days in a language with the same or a similar title (5 at most)',
    body: z.object({
      title: z.string().max(titleMaxLength),
      language: z.string().max(10),
      id: NumericId.optional().describe('The story itself'),
    }),
    reply: { 200: z.object({ stories: z.array(z.object({ id: z.number(), title: z.string() })) }) },
  }),
  references: defineCall({
    method: 'POST',
    path: '/api/checks/references',
    who: 'writers',
    summary:
      'Which pictures, files and stories that a text refers to do not exist, and which pictures lack alt text or credit, also the lead picture',
    body: z.object({
      pictures: Ids,
      stories: Ids,
      files: Ids.default([]).describe('Video and audio files'),
      lead: z.string().max(200).default('').describe('File name of the lead picture'),
    }),
    reply: {
      200: z.object({
        missing_pictures: z.array(z.number()),
        missing_files: z.array(z.number()),
        missing_stories: z.array(z.number()).describe('Also those that are not public'),
        without_alt: z.array(z.number()),
        without_credit: z.array(z.number()),
        lead: z
          .object({ id: z.number(), without_alt: z.boolean(), without_credit: z.boolean() })
          .nullable()
          .describe('null if the library has no such picture'),
      }),
    },
  }),
};
