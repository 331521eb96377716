import { z } from 'zod';
import { defineCall, defineLimit, Instant, Message, NumericId } from '#src/calls/call.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import { letterLists, letterMax, letterStates, printMax } from './letters.rules.ts';

/** A letter as readers see it. */
const PublishedLetter = z.object({
  id: z.number(),
  name: z.string().describe('Empty if the writer has deleted his account'),
  place: z.string(),
  text: z.string().describe('Plain text; paragraphs are separated by empty lines'),
  language: z.string().describe('Of the page on which it was written'),
  published_at: Instant,
});
export type PublishedLetter = z.infer<typeof PublishedLetter>;

const StoryLetters = z.object({
  letters: z.array(PublishedLetter),
  more: z.boolean().describe('Whether there are older ones'),
  open: z.boolean().describe('Whether the story takes letters'),
});
export type StoryLetters = z.infer<typeof StoryLetters>;

const texts = {
  name: z.string().max(letterMax.name, 'errors.invalidField').default(''),
  place: z.string().max(letterMax.place, 'errors.invalidField').default(''),
  text: z.string().max(letterMax.text, 'letters.tooLong').default(''),
};
const Texts = z.object({ name: z.string(), place: z.string(), text: z.string() });

/** A letter as editors see it. */
const Letter = Texts.extend({
  id: z.number(),
  version: z.number().int(),
  state: z.enum(letterStates),
  sent: Texts.describe('As it was sent; the other texts are as an editor has changed them'),
  email: z.string().nullable(),
  language: z.string(),
  story: z.object({ id: z.number(), title: z.string() }),
  member: z.boolean().describe('Whether it belongs to an account'),
  received_at: Instant,
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().describe('Why it was declined or taken down; the writer gets it'),
  picked: z.boolean().describe('Whether it waits to be printed'),
  printed_at: Instant.nullable(),
});
export type Letter = z.infer<typeof Letter>;

const params = z.object({ id: NumericId });
// Many readers share one address: that of a school, or of a mobile network.
const sendingLimit = defineLimit({ name: 'letters', attempts: 120, perSeconds: 3600 }); // without and with its proof
const linkLimit = defineLimit({ name: 'letter-links', attempts: 120, perSeconds: daySeconds });

export const lettersCalls = {
  ofStory: defineCall({
    method: 'GET',
    path: '/api/stories/:id/letters',
    who: 'anyone',
    summary:
      'The published letters about a story, newest first; `before` is the id of the last one on the previous page',
    params,
    query: z.object({ before: NumericId.optional() }),
    shared: true,
    reply: { 200: StoryLetters },
  }),
  send: defineCall({
    method: 'POST',
    path: '/api/stories/:id/letters',
    who: 'anyone',
    summary: 'Send a letter to the editor about a story; a visitor’s waits until the link in a mail is followed',
    params,
    body: z.object({
      ...texts,
      email: z
        .string()
        .max(500, 'accounts.emailInvalid')
        .default('')
        .describe('Of a visitor; else that of the account'),
      consent: z.boolean().default(false),
    }),
    limit: sendingLimit,
    proof: { free: undefined },
    reply: { 201: Message.extend({ state: z.enum(['unconfirmed', 'waiting']) }) },
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/api/letters/confirm',
    who: 'anyone',
    summary: 'Confirm a letter by the token of the mailed link',
    body: z.object({ token: z.string().max(100) }),
    limit: linkLimit,
    reply: { 200: Message },
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/letters',
    who: 'editors',
    summary: 'Letters, newest first, 30 per page (200 for print); `before` is the id of the last one before',
    query: z.object({ list: z.enum(letterLists).default('waiting'), before: NumericId.optional() }),
    reply: { 200: z.object({ letters: z.array(Letter), more: z.boolean() }) },
  }),
  decide: defineCall({
    method: 'PUT',
    path: '/api/letters/:id',
    who: 'editors',
    summary:
      'Publish a letter, change its published text, decline it or take it down; 409 with `current` if it has changed',
    params,
    body: z.object({
      version: z.number().int().describe('The one that the editor has seen'),
      state: z.enum(['published', 'declined']),
      ...texts,
      name: texts.name.removeDefault().optional(),
      place: texts.place.removeDefault().optional(),
      text: texts.text.removeDefault().optional(),
      reason: z.string().trim().max(letterMax.reason, 'errors.invalidField').default(''),
    }),
    reply: { 200: Letter },
  }),
  pick: defineCall({
    method: 'PUT',
    path: '/api/letters/:id/print',
    who: 'editors',
    summary: 'Pick a published letter for the printed newspaper, or take it out again',
    params,
    body: z.object({ picked: z.boolean() }),
    reply: { 200: Letter },
  }),
  markPrinted: defineCall({
    method: 'POST',
    path: '/api/letters/printed',
    who: 'editors',
    summary: 'Mark picked letters as printed',
    body: z.object({ ids: z.array(NumericId).min(1).max(printMax) }),
    reply: { 200: Message },
  }),
  forPrint: defineCall({
    method: 'GET',
    path: '/api/letters/print.md',
    who: 'editors',
    summary: 'The letters that are picked for print, as Markdown, by story',
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
