// Attempts to make the check of links request our own network (server-side request forgery), or to keep it busy.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { openDnsServer } from '#test/dns-server.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { attack } from './attack.ts';

let asked = 0;
// Answers are slow or endless by their path; redirects lead into the network.
const server = createServer((request, answer) => {
  asked += 1;
  const path = request.url ?? '';
  if (path.startsWith('/to?')) return void answer.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end();
  if (path === '/slow') return;
  if (path === '/endless') {
    if (request.method === 'HEAD') return void answer.writeHead(405).end();
    answer.writeHead(200);
    const timer = setInterval(() => answer.write('x'.repeat(100_000)), 5);
    return void answer.on('close', () => clearInterval(timer));
  }
  answer.writeHead(200).end();
});
server.listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const names = await openDnsServer((name) => (name === 'localhost' ? ['127.0.0.1', '::1'] : []));
afterAll(() => {
  names.close();
  server.close();
  server.closeAllConnections();
});
const { port } = server.address() as AddressInfo;
// One name of the server may be asked, the others are those of a private machine.
const allowed = `127.0.0.1:${port}`;

const site = siteForFile({ LINK_CHECK_HOSTS: allowed });

const states = async (client: Awaited<ReturnType<typeof site.as>>, urls: string[]) => {
  const { status, body } = await client.json('POST', '/api/checks/links', { urls });
  return { status, states: body.links?.map(({ state }: { state: string }) => state) };
};

attack('loopback and private addresses in every spelling, and names that resolve to them', async (outcome) => {
  const reporter = await site.as('reporter');
  asked = 0;
  const urls = [
    `http://localhost:${port}/`,
    `https://localhost:${port}/`,
    'https://localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'http://93.184.216.34/',
    'https://93.184.216.34:22/',
  ];
  const answer = await states(reporter, urls);
  expect(answer.states).toEqual(urls.map(() => 'refused'));
  expect(asked).toBe(0);
  outcome.refused('refused, and nothing was asked');
  expect((await states(reporter, [`http://${allowed}/`])).states).toEqual(['found']);
  outcome.honest('found');
});

attack('redirects into the network', async (outcome) => {
  const reporter = await site.as('reporter');
  asked = 0;
  const targets = [`http://localhost:${port}/`, 'https://169.254.169.254/', 'file:///etc/passwd', 'https://localhost/'];
  const urls = targets.map((target) => `http://${allowed}/to?${encodeURIComponent(target)}`);
  expect((await states(reporter, urls)).states).toEqual(targets.map(() => 'refused'));
  expect(asked).toBe(targets.length);
  outcome.refused('refused');
  expect((await states(reporter, [`http://${allowed}/to?%2Fhere`])).states).toEqual(['found']);
  outcome.honest('found');
});

attack('answers that never come or never end', async (outcome) => {
  const reporter = await site.as('reporter');
  const answer = await states(reporter, [`http://${allowed}/slow`, `http://${allowed}/endless`]);
  expect(answer.states).toEqual(['failed', 'found']);
  outcome.refused('given up after five seconds, without reading a body');
  expect((await states(reporter, [`http://${allowed}/quick`])).states).toEqual(['found']);
  outcome.honest('found');
});

attack('10,000 links', async (outcome) => {
  const reporter = await site.as('reporter');
  const urls = Array.from({ length: 10_000 }, (_, n) => `http://${allowed}/${n}`);
  asked = 0;
  expect((await states(reporter, urls)).status).toBe(413);
  expect((await states(reporter, urls.slice(0, 1000))).status).toBe(422);
  expect(asked).toBe(0);
  outcome.refused('413, 422');
  expect((await states(reporter, urls.slice(0, 20))).status).toBe(200);
  outcome.honest('200 for twenty');
});
