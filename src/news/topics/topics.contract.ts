import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';
import { LocalNames, names } from '#src/news/categories/categories.contract.ts';
import { seriesTitleMaxLength, topicDescriptionMaxLength, topicNameMaxLength } from './topics.rules.ts';

const name = z.string().max(topicNameMaxLength);
const description = z.string().max(topicDescriptionMaxLength);
const version = z
  .number()
  .int()
  .min(0)
  .max(2_147_483_647)
  .describe('The version that was seen: 409 if it has changed since');

export const Topic = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  names,
  description: z.string(),
  version: z.number().describe('Increases with every change; send it back to detect concurrent changes'),
});
export type Topic = z.infer<typeof Topic>;

const CountedTopic = Topic.extend({ stories: z.number().describe('Stories with the topic, including drafts') });
export type CountedTopic = z.infer<typeof CountedTopic>;

export const Series = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  language: z.string(),
  description: z.string(),
  version: z.number(),
});
export type Series = z.infer<typeof Series>;

const CountedSeries = Series.extend({ stories: z.number().describe('Its parts, including drafts') });
export type CountedSeries = z.infer<typeof CountedSeries>;

const Id = z.object({ id: NumericId });

/** Maximum length of a list of topics. */
export const topicListLimit = 500;
/** Suggestions while a topic is typed. */
export const topicSuggestions = 20;

export const topicsCalls = {
  suggest: defineCall({
    method: 'GET',
    path: '/api/topics',
    who: 'writers',
    summary: 'Topics whose names contain a text, by name',
    query: z.object({ q: name.default('') }),
    reply: { 200: z.array(Topic) },
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/topics/usage',
    who: 'editors',
    summary: `Topics whose names contain a text, with the number of their stories (${topicListLimit} at most)`,
    query: z.object({ q: name.default('') }),
    reply: { 200: z.array(CountedTopic) },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/topics/:id',
    who: 'editors',
    summary: 'Rename or describe a topic; the old address redirects',
    params: Id,
    body: z.object({ name, description: description.optional(), names: LocalNames.optional(), version }),
    reply: { 200: Topic },
  }),
  merge: defineCall({
    method: 'POST',
    path: '/api/topics/:id/merge',
    who: 'editors',
    summary: 'Merge a topic into another one, which gets its stories; the old address redirects',
    params: Id,
    body: z.object({ into: NumericId, version }),
    reply: { 200: Message },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/topics/:id',
    who: 'editors',
    summary: 'Delete a topic; its stories lose it',
    params: Id,
    query: z.object({ version: z.coerce.number().int().min(0).max(2_147_483_647) }),
    reply: { 200: Message },
  }),
};

const title = z.string().max(seriesTitleMaxLength);
const language = z.string().max(10);

export const seriesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/series',
    who: 'writers',
    summary: 'All series, the newest first',
    reply: { 200: z.array(CountedSeries) },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/series',
    who: 'editors',
    summary: 'Add a series',
    body: z.object({ title, language, description: description.default('') }),
    reply: { 201: Series },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/series/:id',
    who: 'editors',
    summary: 'Change a series; its address stays',
    params: Id,
    body: z.object({ title, language, description, version }),
    reply: { 200: Series },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/series/:id',
    who: 'editors',
    summary: 'Delete a series; its stories stay',
    params: Id,
    query: z.object({ version: z.coerce.number().int().min(0).max(2_147_483_647) }),
    reply: { 200: Message },
  }),
};
