// Calls by which a device asks for notifications, changes what it subscribes to, and ends them. A client with an
// endpoint may change what is sent to it: the browser gives it to the site only, and it is in no URL and no log.
import { z } from 'zod';
import { defineCall, defineLimit, Message } from '#src/calls/call.ts';
import { timePattern } from '#src/newsletters/newsletters.rules.ts';
import { maxFollowed } from '#src/rules/reader-lists.rules.ts';
import { authPattern, endpointMaxLength, endpointSpelling, isTimeZone, publicKeyPattern } from './push.rules.ts';

const Ids = z.array(z.number().int().positive().max(2_147_483_647)).max(maxFollowed);
const Time = z.string().max(5).regex(timePattern);
const Endpoint = z.string().max(endpointMaxLength).transform(endpointSpelling);

const Subscription = z.object({
  endpoint: Endpoint,
  p256dh: z.string().max(87).regex(publicKeyPattern),
  auth: z.string().max(22).regex(authPattern),
});

export const Preferences = z.object({
  breaking: z.boolean(),
  topics: Ids,
  authors: Ids,
  categories: Ids,
  sub_categories: Ids,
  quiet_from: Time,
  quiet_to: Time.describe('The same as `quiet_from` for no quiet hours'),
  time_zone: z.string().max(60).refine(isTimeZone),
});
export type Preferences = z.infer<typeof Preferences>;

// Many readers of a mobile network have one address.
const changes = defineLimit({ name: 'push-changes', attempts: 300, perSeconds: 3600 });
const tests = defineLimit({ name: 'push-tests', attempts: 20, perSeconds: 3600 });

export const pushCalls = {
  key: defineCall({
    method: 'GET',
    path: '/api/push/key',
    who: 'anyone',
    summary: 'The public key (VAPID) with which a browser subscribes; empty if the paper sends no notifications',
    shared: true,
    reply: { 200: z.object({ key: z.string() }) },
  }),
  save: defineCall({
    method: 'PUT',
    path: '/api/push/device',
    who: 'anyone',
    summary:
      'Store what a device wants, in the language of the request; for a logged-in reader it belongs to his account',
    limit: changes,
    body: Subscription.extend(Preferences.shape).extend({
      replaces: Endpoint.optional().describe('Former endpoint of the same device'),
    }),
    reply: { 200: z.object({ saved: z.boolean() }) },
  }),
  move: defineCall({
    method: 'POST',
    path: '/api/push/device/move',
    who: 'anyone',
    summary: 'Replace the endpoint of a device, which its browser has renewed',
    limit: changes,
    body: Subscription.extend({ replaces: Endpoint }),
    reply: { 200: z.object({ saved: z.boolean().describe('Whether the former endpoint was known') }) },
  }),
  end: defineCall({
    method: 'POST',
    path: '/api/push/device/end',
    who: 'anyone',
    summary: 'Delete a device; it answers the same if there is none',
    limit: changes,
    body: z.object({ endpoint: Endpoint }),
    reply: { 200: z.object({ ended: z.boolean() }) },
  }),
  test: defineCall({
    method: 'POST',
    path: '/api/push/device/test',
    who: 'anyone',
    summary: 'Send a test notification to a device',
    limit: tests,
    body: z.object({ endpoint: Endpoint }),
    reply: { 202: Message },
  }),
};
