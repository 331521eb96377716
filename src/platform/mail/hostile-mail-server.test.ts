// A mail server whose replies are wrong, endless or none.
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { openHostileServer, repeat } from '#test/hostile-server.ts';
import { failureReason } from '../log/failure-reason.ts';
import { serializeError } from '../log/log-errors.ts';
import { checkSmtp, openBulkTransport, openMailTransport } from './mail-transport.ts';

type Reply = (socket: Socket, line: string) => void;
const say =
  (text: string): Reply =>
  (socket) =>
    socket.write(`${text}\r\n`);
const usual: Record<string, Reply> = {
  EHLO: say('250-x\r\n250 AUTH PLAIN'),
  AUTH: say('235 welcome'),
  DATA: say('354 go on'),
};
const password = 'the % of 1+1';

/** A mail server that answers these commands in its own way, and takes everything else. */
async function open(replies: Record<string, Reply>, greeting = '220 mail.example\r\n') {
  const all = { ...usual, ...replies };
  const { host, close } = await openHostileServer((socket, first) => {
    const obey = (text: string) => {
      for (const line of text.split('\r\n').filter(Boolean))
        (all[line.slice(0, 4).trim()] ?? say('250 fine'))(socket, line);
    };
    obey(first);
    socket.on('data', (bytes) => obey(bytes.toString('latin1')));
  }, greeting);
  onTestFinished(close);
  return `smtp://paper:${encodeURIComponent(password)}@${host}`;
}

const sender = { name: 'The Paper', replyTo: 'desk@paper.example' };
const config = (smtpUrl: string) => ({ smtpUrl, siteUrl: 'https://paper.example', dataDir: tmpdir() });
const mail = {
  id: 1,
  recipient: 'asha@readers.test',
  subject: 'Hello',
  body: 'Text',
  replyTo: null,
  createdAt: new Date(),
};
const send = (smtpUrl: string, timeoutMs = 2000) =>
  openMailTransport(config(smtpUrl) as Parameters<typeof openMailTransport>[0], () => sender, timeoutMs)(mail);
const sendMany = async (smtpUrl: string) => {
  const transport = openBulkTransport(config(smtpUrl), sender, 1);
  onTestFinished(() => transport.close());
  const { recipient, subject, body: text } = mail;
  const issue = { name: 'n', recipient, subject, text, html: '<p>Text</p>', list: 'l', date: new Date() };
  await transport.deliver(issue, async () => undefined);
};

const endless =
  (text: string): Reply =>
  (socket) =>
    repeat(socket, text);
const slowly: Reply = (socket) => {
  const timer = setInterval(() => socket.write('2'), 20);
  socket.on('close', () => clearInterval(timer));
};

test.each<[string, Record<string, Reply>, string?]>([
  ['greets with a line without end', {}, '2'.repeat(5_000_000)],
  ['greets with lines without end', {}, '220-hello\r\n'.repeat(500_000)],
  ['has capabilities without end', { EHLO: endless('250-SIZE 1\r\n'.repeat(1000)) }],
  ['refuses with megabytes', { MAIL: say(`550-${'x'.repeat(5_000_000)}\r\n550 no`) }],
  ['replies with a letter now and then', { MAIL: slowly }],
  ['replies with nothing', { MAIL: () => {} }],
  ['speaks HTTP', {}, 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('a mail is not sent by a server that %s', async (_, replies, greeting) => {
  const error = await send(await open(replies, greeting), 500).catch((error) => error);
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify(serializeError(error)).length).toBeLessThan(20_000);
});

test.each(['AUTH', 'MAIL', 'RCPT', 'DATA'])(
  'a login that a server repeats in its reply to %s stays out of the log',
  async (command) => {
    const base64 = [`\0paper\0${password}`, password].map((text) => Buffer.from(text).toString('base64'));
    const secrets = [password, encodeURIComponent(password), ...base64];
    const url = await open({ [command]: say(`535-5.7.8 You are\r\n535 ${secrets.join(' and ')}`) });
    for (const attempt of [
      () => send(url),
      () => sendMany(url),
      () => (command === 'AUTH' ? checkSmtp(url, 2000) : send(url)),
    ]) {
      const error = await attempt().catch((error) => error);
      expect(error).toMatchObject({ responseCode: 535, message: expect.stringContaining('5.7.8') });
      const reported = JSON.stringify([serializeError(error), failureReason(error, () => ''), error.response]);
      for (const secret of secrets) expect(reported).not.toContain(secret);
    }
  },
);

test('replies that nobody has asked for do not end a mail twice', async () => {
  const url = await open({ RCPT: say('250 fine\r\n354 go on\r\n250 taken\r\n250 taken') });
  await expect(send(url)).resolves.toBeUndefined();
});
