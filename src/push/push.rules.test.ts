import { expect, test } from 'vitest';
import { readNotification, writeNotification } from './notification.rules.ts';
import {
  decideDelivery,
  endpointSpelling,
  isPushEndpoint,
  isTimeZone,
  quietMinutes,
  retryAfterMs,
} from './push.rules.ts';

const night = { quietFrom: '22:00', quietTo: '07:00', timeZone: 'Asia/Kolkata' };
const at = (time: string) => new Date(`2026-11-27T${time}:00+05:30`);

test('quiet hours: over midnight, within a day, none; in the time zone of the device', () => {
  expect(['21:59', '22:00', '06:59', '07:00'].map((time) => quietMinutes(at(time), night))).toEqual([0, 540, 1, 0]);
  const noon = { ...night, quietFrom: '12:00', quietTo: '13:00' };
  expect(['11:59', '12:30', '13:00'].map((time) => quietMinutes(at(time), noon))).toEqual([0, 30, 0]);
  expect(quietMinutes(at('12:00'), { ...night, quietFrom: '12:00', quietTo: '12:00' })).toBe(0);
  expect(quietMinutes(at('22:30'), { ...night, timeZone: 'Europe/London' })).toBe(0); // 17:00 there
});

test('a followed story is skipped in quiet hours and beyond the day’s number; breaking news waits, if it stays news', () => {
  const given = { now: at('23:00'), sentToday: 0, perDay: 5, expiresAt: at('23:59') };
  expect(decideDelivery('followed', night, given)).toEqual({ state: 'skipped' });
  expect(decideDelivery('followed', night, { ...given, now: at('12:00') })).toEqual({ state: 'sending' });
  expect(decideDelivery('followed', night, { ...given, now: at('12:00'), sentToday: 5 })).toEqual({ state: 'skipped' });
  expect(decideDelivery('breaking', night, { ...given, now: at('12:00'), sentToday: 5 })).toEqual({ state: 'sending' });
  const until = new Date('2026-11-28T07:00:00+05:30');
  const late = { ...given, expiresAt: new Date(until.getTime() + 1) };
  expect(decideDelivery('breaking', night, late)).toEqual({ state: 'waiting', until });
  expect(decideDelivery('breaking', night, { ...late, expiresAt: until })).toEqual({ state: 'skipped' });
});

test('endpoints of the browsers, and of hosts that are allowed', () => {
  const known = [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY',
    'https://web.push.apple.com/QOq',
  ];
  for (const endpoint of known) expect(isPushEndpoint(endpoint), endpoint).toBe(true);
  const unknown = [
    'https://evilnotify.windows.com/',
    'https://push.services.mozilla.com/',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com/#x',
    'https://fcm.googleapis.com/fcm/send/abc?2',
    'https://fcm.googleapis.com/fcm//send/abc',
    'https://web.push.apple.com/QOq?x=1',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY&x=1',
    'https://wns2-par02p.notify.windows.com/w/?x=1&token=BQY',
    'https://169.254.169.254/',
    'javascript:alert(1)',
    '',
  ];
  for (const endpoint of unknown) expect(isPushEndpoint(endpoint), endpoint).toBe(false);
  expect(isPushEndpoint('http://127.0.0.1:8080/x', ['127.0.0.1:8080'])).toBe(true);
  expect(isPushEndpoint('http://127.0.0.1:8081/x', ['127.0.0.1:8080'])).toBe(false);
});

test('endpoints of the browsers are written as they come; others of the same place likewise', () => {
  const known = [
    'https://fcm.googleapis.com/fcm/send/abc:def-_',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY%2bAb%3d%3d',
    'not an address',
  ];
  expect(known.map(endpointSpelling)).toEqual(known);
  const spellings = [
    'HTTPS://fcm.googleapis.com/fcm/send/abc:def',
    'https://FCM.GoogleAPIs.com/fcm/send/abc:def',
    'https://fcm%2egoogleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com:443/fcm/send/abc:def',
    'https:fcm.googleapis.com\\fcm/./send/x/../abc:def',
    ' https://fcm.googleapis.com/fcm/send/abc:def?\n',
    'https://fcm.googleapis.com/fcm/send/abc:def#',
    'https://fcm.googleapis.com/%66cm/s%65nd/%61bc:def',
  ];
  for (const spelling of spellings)
    expect(endpointSpelling(spelling), spelling).toBe('https://fcm.googleapis.com/fcm/send/abc:def');
  expect(endpointSpelling('https://wns2-par02p.notify.windows.com/w/?token=BQY%2BAb%3D%3D')).toBe(known[2]);
});

test('when to ask again: seconds, a date, nonsense; between a minute and an hour', () => {
  const now = at('12:00');
  const after = ['120', '5', '999999', at('12:10').toUTCString(), 'soon', '-1', undefined];
  expect(after.map((header) => retryAfterMs(header, now) / 1000)).toEqual([120, 60, 3600, 600, 60, 60, 60]);
});

test('time zones', () => {
  expect(['Asia/Kolkata', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

test('a notification is read as it was written; anything else is not read', () => {
  const notification = { title: 'Rain', body: '', lang: 'ur', dir: 'rtl', tag: 'story-1', path: '/ur/news/1' } as const;
  expect(readNotification(writeNotification(notification))).toEqual(notification);
  const changes = [
    { path: 'https://evil.example/' },
    { path: '//evil.example/' },
    { path: '/\\evil.example/' },
    { path: 'javascript:alert(1)' },
    { title: 1 },
    { title: 'x'.repeat(201) },
    { dir: 'up' },
    { tag: undefined },
  ];
  for (const change of changes)
    expect(readNotification(JSON.stringify({ ...notification, ...change }))).toBeUndefined();
  for (const text of ['', 'null', '[]', '"x"']) expect(readNotification(text)).toBeUndefined();
});
