// Calls by which readers subscribe to newsletters and unsubscribe.
import { z } from 'zod';
import { emailMaxLength } from '#src/accounts/users/email.rules.ts';
import { defineCall, defineLimit, Message, NumericId } from '#src/calls/call.ts';
import { frequencies } from './newsletters.rules.ts';

/** A newsletter as readers are offered it. */
const Offer = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  language: z.string(),
  about: z.string().describe('The section or topic that it is about; empty for the whole paper'),
  frequency: z.enum(frequencies),
  weekday: z.number().describe('Of a weekly one: 0 for Sunday'),
  time: z.string().describe('In India, such as 07:30'),
});
export type Offer = z.infer<typeof Offer>;

/** A mailed link to a subscription. */
const Leaving = z.object({
  subscription: NumericId,
  key: z.string().max(100),
  all: z.literal('yes').optional().describe('Leaves every newsletter of this address'),
});

const subscribeLimit = defineLimit({ name: 'newsletter-subscribe', attempts: 120, perSeconds: 3600 });

export const newslettersCalls = {
  offers: defineCall({
    method: 'GET',
    path: '/api/newsletters',
    who: 'anyone',
    summary: 'The newsletters that readers can subscribe to',
    shared: true,
    reply: { 200: z.array(Offer) },
  }),
  subscribe: defineCall({
    method: 'POST',
    path: '/api/newsletters/subscriptions',
    who: 'anyone',
    summary: 'Ask for newsletters; they begin when the link in the mail has been followed',
    limit: subscribeLimit,
    proof: { free: defineLimit({ name: 'subscribe-unproven', attempts: 20, perSeconds: 3600 }) },
    body: z.object({
      email: z.string().max(emailMaxLength, 'accounts.emailInvalid'),
      newsletters: z.array(NumericId).max(100),
    }),
    reply: { 202: Message },
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/api/newsletters/confirmation',
    who: 'anyone',
    summary: 'Begin the subscriptions that its address has asked for, by the token of a mailed link',
    body: z.object({ token: z.string().max(100) }),
    reply: { 200: Message.extend({ newsletters: z.array(z.string()) }) },
  }),
  /** RFC 8058: mail programs send this themselves, with a form that has List-Unsubscribe=One-Click. */
  leave: defineCall({
    method: 'POST',
    path: '/api/newsletters/unsubscription',
    who: 'anyone',
    summary: 'End a subscription by the link that each of its mails has; it answers the same if it has ended before',
    query: Leaving,
    reply: { 200: Message },
  }),
};
