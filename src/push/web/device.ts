// Notifications on this device: what it subscribes to, and its subscription at the push service of its browser.
import { create } from 'zustand';
import { callApi } from '#src/client/api.ts';
import { startWorker, storesOffline } from '#src/client/offline-storage.ts';
import { localStore } from '#src/client/storage.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import type { FollowedKind } from '#src/rules/reader-lists.rules.ts';
import { pushCalls } from '../push.contract.ts';
import { quietByDefault } from '../push.rules.ts';

/** What this device subscribes to, and whether the site has it. */
export interface DevicePreferences {
  /** Empty if the site sends nothing here. */
  endpoint: string;
  /** Of what is followed, by `markKey`. */
  wanted: string[];
  breaking: boolean;
  quietFrom: string;
  quietTo: string;
  savedAt: number;
}

const nothing: DevicePreferences = { endpoint: '', wanted: [], breaking: false, ...quietByDefault, savedAt: 0 };
const key = 'push';

function stored(): DevicePreferences {
  try {
    return { ...nothing, ...JSON.parse(localStore().getItem(key) ?? '{}') };
  } catch {
    return nothing; // something else wrote it
  }
}

export const usePreferences = create<DevicePreferences>(stored);

function store(preferences: DevicePreferences) {
  localStore().setItem(key, JSON.stringify(preferences));
  usePreferences.setState(preferences);
}

/** Why this browser shows no notifications, if it does not. */
export type Support = 'yes' | 'denied' | 'ios' | 'unsupported';

export function supportHere(): Support {
  const { userAgent, platform, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIos ? 'ios' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

/** The outcome of a change: `off` if the paper sends none. */
export type Outcome = 'saved' | 'ended' | 'denied' | 'off';

/** What changes, given what is stored at that moment: another tab may have changed it. */
export type Change = (now: DevicePreferences) => Partial<DevicePreferences>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes what this device is notified of, after all earlier changes. The first choice asks the reader for permission, so
 * call it when he has pressed something; without any, the device is deleted. Throws ApiError, and the browser's errors if
 * it cannot subscribe.
 */
export function changePreferences(change: Change): Promise<Outcome> {
  const changed = last.then(() => apply(change));
  last = changed.catch(() => undefined); // its own caller gets the error
  return changed;
}

async function apply(change: Change): Promise<Outcome> {
  const now = stored();
  const preferences = { ...now, ...change(now) };
  if (preferences.wanted.length === 0 && !preferences.breaking) {
    await endHere();
    store({ ...preferences, endpoint: '' });
    return 'ended';
  }
  // Nothing before this: a browser asks only in answer to a press.
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  return save(preferences);
}

async function save(preferences: DevicePreferences): Promise<Outcome> {
  const { key } = await callApi(pushCalls.key);
  if (!key) return 'off';
  const { endpoint, keys } = (await subscribe(key)).toJSON() as {
    endpoint: string;
    keys: { p256dh: string; auth: string };
  };
  const ids = (kind: FollowedKind) =>
    preferences.wanted.filter((one) => one.startsWith(`${kind}:`)).map((one) => Number(one.slice(kind.length + 1)));
  await callApi(pushCalls.save, {
    body: {
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      breaking: preferences.breaking,
      topics: ids('topic'),
      authors: ids('author'),
      categories: ids('category'),
      sub_categories: ids('sub_category'),
      quiet_from: preferences.quietFrom,
      quiet_to: preferences.quietTo,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(preferences.endpoint && preferences.endpoint !== endpoint && { replaces: preferences.endpoint }),
    },
  });
  store({ ...preferences, endpoint, savedAt: Date.now() });
  return 'saved';
}

const registration = async () => (await navigator.serviceWorker.getRegistration()) ?? startWorker(storesOffline());

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  await registration();
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && textOf(existing.options.applicationServerKey) === applicationServerKey) return existing;
  await existing?.unsubscribe(); // of a site with another key, such as one restored without its secrets
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

const textOf = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Deletes this device at the site, and its subscription at the push service. Throws ApiError. */
async function endHere(): Promise<void> {
  const { endpoint } = stored();
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  const endpoints = new Set([endpoint, subscription?.endpoint ?? ''].filter(Boolean));
  for (const one of endpoints) await callApi(pushCalls.end, { body: { endpoint: one } });
  await subscription?.unsubscribe();
}

/** Updates what the site has stored, if the browser has renewed or ended the subscription, or it was long ago. */
export async function refreshDevice(): Promise<void> {
  const preferences = stored();
  if (!preferences.endpoint) return;
  const subscription = await (await registration()).pushManager.getSubscription();
  if (!subscription || Notification.permission !== 'granted')
    return store({ ...preferences, endpoint: '', wanted: [], breaking: false });
  if (subscription.endpoint !== preferences.endpoint || Date.now() - preferences.savedAt > dayMs)
    await save(preferences);
}
