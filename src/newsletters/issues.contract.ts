// Calls by which the newsroom manages newsletters and edits their issues.
import { z } from 'zod';
import { defineCall, defineLimit, Instant, Message, NumericId } from '#src/calls/call.ts';
import {
  descriptionMaxLength,
  editableStates,
  frequencies,
  introMaxLength,
  issueStates,
  nameMaxLength,
  newsletterLanguages,
  storiesMost,
  subjectMaxLength,
  timePattern,
} from './newsletters.rules.ts';

const Definition = z.object({
  name: z.string().trim().min(1, 'newsletters.nameRequired').max(nameMaxLength, 'newsletters.nameTooLong'),
  description: z.string().trim().max(descriptionMaxLength, 'newsletters.descriptionTooLong'),
  language: z.enum(newsletterLanguages),
  section: z.string().max(200).describe('Slug of a category; empty for the whole paper'),
  topic: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Name or slug of a topic, instead of a section; empty for none'),
  frequency: z.enum(frequencies),
  weekday: z.number().int().min(0).max(6),
  time: z.string().max(5).regex(timePattern, 'newsletters.timeInvalid'),
  stories: z.number().int().min(1).max(storiesMost),
  active: z.boolean(),
});
export type Definition = z.output<typeof Definition>;

const IssueLine = z.object({
  id: z.number(),
  day: z.string(),
  due_at: Instant,
  state: z.enum(issueStates),
  subject: z.string(),
  copies: z.number().describe('For how many readers'),
  sent: z.number().describe('Of these, taken by the mail server'),
  refused: z.number(),
});
export type IssueLine = z.infer<typeof IssueLine>;

const Newsletter = Definition.extend({
  id: z.number(),
  topic: z.string().describe('Slug'),
  about: z.string().describe('Name of its section or topic; empty for the whole paper, and if there is none any more'),
  subscribers: z.number().describe('Who have confirmed'),
  next_at: Instant.nullable().describe('When the next issue is due; null if it is not active'),
  issues: z.array(IssueLine).describe('The newest ten'),
});
export type Newsletter = z.infer<typeof Newsletter>;

const IssueStory = z.object({ id: z.number(), title: z.string() });

const Issue = IssueLine.extend({
  newsletter: z.object({ id: z.number(), name: z.string(), language: z.string() }),
  version: z.number(),
  intro: z.string(),
  preview: z.string().describe('Path of the saved version as its readers will see it'),
  stories: z.array(IssueStory).describe('Those that are public, in order'),
  choice: z.array(IssueStory).describe('Further new stories that could be in it'),
  versions: z.array(
    z.object({
      version: z.number(),
      subject: z.string(),
      intro: z.string(),
      stories: z.array(z.number()),
      saved_by: z.string().describe('Empty for the composed one'),
      saved_at: Instant,
    }),
  ),
});
export type Issue = z.infer<typeof Issue>;

const Content = z.object({
  subject: z.string().trim().min(1, 'newsletters.subjectRequired').max(subjectMaxLength, 'newsletters.subjectTooLong'),
  intro: z.string().trim().max(introMaxLength, 'newsletters.introTooLong'),
  stories: z.array(NumericId).min(1, 'newsletters.storiesRequired').max(storiesMost, 'newsletters.storiesTooMany'),
});
export type Content = z.infer<typeof Content>;

const testMails = defineLimit({ name: 'newsletter-tests', attempts: 30, perSeconds: 3600 });
const ById = z.object({ id: NumericId });

export const issueCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/newsletter-desk',
    who: 'editors',
    summary: 'All newsletters, with their newest issues',
    reply: { 200: z.array(Newsletter) },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/newsletter-desk',
    who: 'admin',
    summary: 'Create a newsletter',
    body: Definition,
    reply: { 201: z.object({ id: z.number() }) },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/newsletter-desk/:id',
    who: 'admin',
    summary: 'Change a newsletter',
    params: ById,
    body: Definition,
    reply: { 200: z.object({ id: z.number() }) },
  }),
  issue: defineCall({
    method: 'GET',
    path: '/api/newsletter-desk/issues/:id',
    who: 'editors',
    summary: 'An issue with all its versions',
    params: ById,
    reply: { 200: Issue },
  }),
  compose: defineCall({
    method: 'POST',
    path: '/api/newsletter-desk/:id/issues',
    who: 'editors',
    summary: 'Compose the next issue now, or return it if it has been composed',
    params: ById,
    reply: { 201: z.object({ id: z.number() }) },
  }),
  save: defineCall({
    method: 'PUT',
    path: '/api/newsletter-desk/issues/:id',
    who: 'editors',
    summary: 'Save a version of an issue that has not been sent; 409 if somebody has saved another meanwhile',
    params: ById,
    body: Content.extend({ version: z.number().int(), state: z.enum(editableStates) }),
    reply: { 200: Issue },
  }),
  test: defineCall({
    method: 'POST',
    path: '/api/newsletter-desk/issues/:id/test',
    who: 'editors',
    summary: 'Mail the saved version to oneself',
    limit: testMails,
    params: ById,
    reply: { 202: Message },
  }),
  send: defineCall({
    method: 'POST',
    path: '/api/newsletter-desk/issues/:id/send',
    who: 'editors',
    summary: 'Send an issue now',
    params: ById,
    body: z.object({ version: z.number().int() }),
    reply: { 202: Issue },
  }),
  stop: defineCall({
    method: 'POST',
    path: '/api/newsletter-desk/issues/:id/stop',
    who: 'editors',
    summary: 'Stop sending an issue; who has it keeps it',
    params: ById,
    reply: { 200: Issue },
  }),
};
