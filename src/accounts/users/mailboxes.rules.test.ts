import { expect, test } from 'vitest';
import { mailboxKey } from './mailboxes.rules.ts';

test.each([
  ['asha@example.org', ['Asha+one@Example.org', 'asha+two+three@EXAMPLE.org']],
  ['asharao@gmail.com', ['asha.rao@gmail.com', 'a.s.h.a.rao+news@googlemail.com', 'ASHARAO@GMAIL.COM']],
  ['asha.rao@outlook.com', ['asha.rao+news@outlook.com', 'Asha.Rao@Outlook.com']],
  ['asha@yahoo.co.in', ['asha-news@yahoo.co.in', 'asha-a-b@yahoo.co.in', 'asha+x@yahoo.co.in']],
  ['asha@icloud.com', ['asha@me.com', 'asha@mac.com', 'asha+news@icloud.com']],
  ['asharao@proton.me', ['asha.rao@pm.me', 'asha-rao+x@protonmail.com', 'asha_rao@protonmail.ch']],
  ['asha@fastmail.com', ['news@asha.fastmail.com', 'asha+news@fastmail.com']],
  ['asha-rao@yandex.ru', ['asha.rao@ya.ru', 'asha-rao+x@yandex.com', 'Asha.Rao@yandex.kz']],
])('all addresses of %s have its key', (mailbox, others) => {
  expect(mailboxKey(mailbox)).toBe(mailbox);
  expect(others.map(mailboxKey)).toEqual(others.map(() => mailbox));
});

test.each([
  ['asha.rao@example.org', 'asharao@example.org'],
  ['asha.rao@outlook.com', 'asharao@outlook.com'],
  ['asha-one@yahoo.co.jp', 'asha-two@yahoo.co.jp'],
  ['asha.rao@yandex.ru', 'asharao@yandex.ru'],
  ['asha@gmail.com.example.org', 'as.ha@gmail.com.example.org'],
  ['asha@fastmail.com', 'asha@fastmail.fm'],
  ['+one@example.org', '+two@example.org'],
])('%s and %s are different mailboxes', (one, other) => {
  expect(mailboxKey(one)).not.toBe(mailboxKey(other));
});
