import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { checkSmtp, openBulkTransport, outboxFolder } from './mail-transport.ts';

const siteUrl = 'https://paper.example';
const sender = { name: 'The Paper', replyTo: 'desk@paper.example' };
const mail = {
  name: 'newsletter-1-2',
  recipient: 'asha@readers.test',
  subject: 'Good morning',
  text: 'First words',
  html: `<p>${'Many words. '.repeat(5000)}</p>`,
  list: 'newsletter-1',
  date: new Date(),
};

/** Receives mails as the simplest server does, slowly; `taken` is what has come after DATA. */
async function openSlowServer() {
  let taken: string | undefined;
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', async (data) => {
      if (taken !== undefined) {
        taken += data;
        if (taken.endsWith('\r\n.\r\n')) socket.write('250 taken\r\n');
        return;
      }
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        if (line === 'DATA') {
          await sleep(100);
          taken = '';
        }
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // listens on TCP
  return { smtpUrl: `smtp://127.0.0.1:${port}`, taken: () => taken };
}

test('all but the last line of a mail is with the server when its end is announced, and the rest comes at once', async () => {
  const { smtpUrl, taken } = await openSlowServer();
  const transport = openBulkTransport({ smtpUrl, siteUrl, dataDir: '' }, sender, 1);
  onTestFinished(() => transport.close());
  let [hasAsked, before] = [false, ''];
  await transport.deliver(mail, async () => {
    hasAsked = taken() !== undefined; // now, and not only while this waits
    await expect.poll(taken).toMatch(/Many words\. <\/p>\r\n----_[\w-]+--\r\n$/);
    before = taken() ?? '';
  });
  expect(hasAsked).toBe(true);
  expect(taken()).toBe(`${before}.\r\n`);
});

test('without a mail server a mail is a file, which is there when its end is announced', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-outbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const transport = openBulkTransport({ smtpUrl: undefined, siteUrl, dataDir }, sender, 1);
  let written = '';
  await transport.deliver(mail, async () => {
    written = await readFile(join(outboxFolder(dataDir), 'newsletter-1-2.eml'), 'utf8');
  });
  expect(written).toContain('To: asha@readers.test');
});

test('to another machine no mail, user or password is sent without TLS, unless the URL allows it', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received.push(String(data).trim());
      socket.write(String(data).startsWith('STARTTLS') ? '502 unknown\r\n' : '250 AUTH PLAIN\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // listens on TCP
  // Another spelling of 127.0.0.1, which counts as the name of another machine.
  const at = (query: string) => checkSmtp(`smtp://paper:secret@127.1:${port}${query}`, 5000);
  await expect(at('')).rejects.toMatchObject({ code: 'ETLS' });
  expect(received.join()).not.toContain('AUTH');
  await at('?requireTLS=false').catch(() => undefined);
  expect(received.join()).toContain('AUTH');
});
