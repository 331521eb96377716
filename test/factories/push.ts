import { createECDH, randomBytes } from 'node:crypto';
import type { Client } from '../client.ts';

/** What a device asks for: nothing but what is in `changes`. */
export const preferences = (changes: object = {}) => ({
  breaking: false,
  topics: [],
  authors: [],
  categories: [],
  sub_categories: [],
  quiet_from: '00:00',
  quiet_to: '00:00',
  time_zone: 'Asia/Kolkata',
  ...changes,
});

/** A subscription at a push service that is never called, with valid keys. */
export const someSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('hex')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

/** Asks for what is in `changes`, for a subscription of a test's push service or another. */
export const saveDevice = (client: Client, subscription: object, changes: object = {}, language = 'en') => {
  const { privateKey: _, ...own } = subscription as { privateKey?: string };
  return client.json('PUT', '/api/push/device', { ...own, ...preferences(changes) }, { 'accept-language': language });
};
