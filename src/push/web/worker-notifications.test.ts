// What a test cannot cause in a browser: a click on a notification, and the renewal of a subscription. The worker's
// scope is an EventTarget with the members that the browser gives it.
import { afterEach, expect, test, vi } from 'vitest';
import { writeNotification } from '../notification.rules.ts';
import { listenForNotifications, type NotifyingWorker } from './worker-notifications.ts';

const subscription = (endpoint: string) =>
  ({
    endpoint,
    options: { applicationServerKey: new ArrayBuffer(65) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
  }) as unknown as PushSubscription; // as much of it as the worker reads

function worker() {
  const opened: string[] = [];
  const scope = Object.assign(new EventTarget(), {
    registration: {
      pushManager: { subscribe: async () => subscription('https://push.example/new') },
      showNotification: async (title: string) => opened.push(`notification ${title}`),
    },
    clients: { openWindow: async (path: string) => opened.push(path) },
  });
  listenForNotifications(scope as never as NotifyingWorker, async () => void opened.push('shown'));
  const send = async (type: string, members: object) => {
    const work: Promise<unknown>[] = [];
    const waitUntil = (one: Promise<unknown>) => work.push(one);
    scope.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...members }));
    await Promise.all(work);
  };
  return { opened, send };
}

afterEach(() => vi.unstubAllGlobals());

test('what comes is shown, and then counted on the icon; what is not ours is neither', async () => {
  const { opened, send } = worker();
  const data = (title: string, path: string) => ({
    text: () => writeNotification({ title, path, body: 'The tanks are full.', lang: 'en', dir: 'ltr', tag: 'story-7' }),
  });
  await send('push', { data: data('Rain', '/news/7') });
  await send('push', { data: data('Thief', '//evil.example') });
  await send('push', { data: null });
  expect(opened).toEqual(['notification Rain', 'shown']);
});

test('a pressed notification closes, and opens its story', async () => {
  const close = vi.fn();
  const { opened, send } = worker();
  await send('notificationclick', { notification: { data: '/news/7', close } });
  expect(opened).toEqual(['/news/7']);
  expect(close).toHaveBeenCalledOnce();
});

test('a renewed subscription takes the place of the former; the browser may leave the renewal to us', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => sent.push([path, JSON.parse(body)]));
  const { send } = worker();
  const former = subscription('https://push.example/old');
  await send('pushsubscriptionchange', { oldSubscription: former, newSubscription: null });
  await send('pushsubscriptionchange', {
    oldSubscription: former,
    newSubscription: subscription('https://push.example/2'),
  });
  await send('pushsubscriptionchange', { oldSubscription: null, newSubscription: null });
  const move = (endpoint: string) => [
    '/api/push/device/move',
    { endpoint, p256dh: 'key', auth: 'secret', replaces: 'https://push.example/old' },
  ];
  expect(sent).toEqual([move('https://push.example/new'), move('https://push.example/2')]);
});
