// Names whose name server belongs to the attacker, and servers that lead from one name to another: for the check of links,
// and for the endpoints of devices, which connect by the same look-up.
import { lookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, expect } from 'vitest';
import { probe, publicOnly } from '#src/platform/http/link-probe.ts';
import { openDnsServer, type Zone } from '#test/dns-server.ts';
import { answerWith, endlessBody, hostileAnswers, openHostileServer } from '#test/hostile-server.ts';
import { attack } from './attack.ts';

// Of the public range, but not assigned by IANA. A connection to it fails at once, or is given up.
const nowhere = '2e00::1';
const giveUpMs = 1000;

const loopback = createServer((request, answer) => {
  asked.push(request.url ?? '');
  const [, status, to] = /^\/(\d+)\?(.+)$/.exec(request.url ?? '') ?? [];
  if (status && to) return void answer.writeHead(Number(status), { location: decodeURIComponent(to) }).end();
  answer.end();
});
loopback.listen(0, '127.0.0.1');
await new Promise((done) => loopback.once('listening', done));
const host = `127.0.0.1:${(loopback.address() as AddressInfo).port}`;
const asked: string[] = [];

const zones: Record<string, Zone> = {
  'private.test': () => ['127.0.0.1'],
  'private6.test': () => ['::1'],
  'mapped.test': () => ['::ffff:127.0.0.1'],
  'metadata.test': () => ['169.254.169.254'],
  'one-of-many.test': () => [nowhere, '93.184.216.34', '10.0.0.1', '93.184.216.35'],
  'two-families.test': () => ['93.184.216.34', 'fd00::1'],
  'other-name.test': () => ['a.test', 'b.test', 'localhost', '127.0.0.1'],
  localhost: () => ['127.0.0.1'],
  'public.test': () => [nowhere],
  // Public for the check, then private for the connection.
  'rebound.test': (_, nth) => (nth === 1 ? [nowhere] : ['127.0.0.1']),
};
const names = await openDnsServer((name, nth) =>
  name.startsWith('silent') ? undefined : (zones[name]?.(name, nth) ?? []),
);
afterAll(() => {
  names.close();
  loopback.close();
});

const ask = (url: string, timeoutMs = giveUpMs) => probe(url, { allowed: [host], timeoutMs });
const redirect = (to: string, status = 302) => ask(`http://${host}/${status}?${encodeURIComponent(to)}`);

attack(
  'names of our own network, alone, among public addresses and behind other names',
  async ({ refused, honest }) => {
    const hosts = Object.keys(zones).filter((name) => name !== 'public.test' && name !== 'rebound.test');
    for (const name of hosts) expect([name, await ask(`https://${name}/`)]).toEqual([name, 'refused']);
    expect(await ask('https://１２７.0.0.1/')).toBe('refused');
    expect(asked).toEqual([]);
    refused('refused, and nothing was asked');
    // It has passed the check, but no host has this address.
    expect(await ask('https://public.test/')).toBe('failed');
    honest('asked for');
  },
);

attack('a name that becomes private once it has been checked', async ({ refused, honest }) => {
  expect(await ask('https://rebound.test/')).toBe('failed');
  expect(names.askedFor('rebound.test')).toBe(1); // the connection went to what was checked
  expect(await ask('https://rebound.test/')).toBe('refused');
  const { lookup: connectionLookup } = publicOnly(new URL('https://one-of-many.test'), []);
  const found = await new Promise((done) => connectionLookup?.('one-of-many.test', { all: true }, done));
  expect(found).toBeInstanceOf(Error);
  refused('looked up once, then refused');
  const addresses = await new Promise((done) =>
    connectionLookup?.('public.test', { all: true }, (_, all) => done(all)),
  );
  expect(addresses).toEqual([{ address: nowhere, family: 6 }]);
  honest('its address, for the connection itself');
});

attack('redirects from a public server into our own network', async ({ refused, honest }) => {
  const targets = [
    'https://private.test/',
    'https://one-of-many.test/',
    '//private.test/', // of the same scheme, which is http here
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://[::ffff:7f00:1]/',
    'https://[::1]/',
    'https://public.test:8443/',
    'https://public.test:22/',
    'http://public.test/',
    `https://${host}/`, // TLS to a port of ours would be another service
    'https://name:word@public.test/',
    `http://name:word@${host}/`,
    'ftp://public.test/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'data:text/plain,x',
    'unix:/run/postgresql',
    'javascript:1',
  ];
  for (const target of targets) {
    asked.length = 0;
    const expected = target === `https://${host}/` ? 'failed' : 'refused';
    expect([target, await redirect(target)]).toEqual([target, expected]);
    expect(asked).toHaveLength(1);
  }
  for (const status of [300, 301, 303, 305, 307, 308, 399])
    expect([status, await redirect('https://private.test/', status)]).toEqual([status, 'refused']);
  // No addresses at all.
  for (const target of ['https://[fe80::1%25eth0]/', 'https://[::1', 'https://', 'https://a b/', 'http://1.2.3.4.5/'])
    expect([target, await redirect(target)]).toEqual([target, 'failed']);
  refused('refused, or no address');
  expect(await redirect('/here')).toBe('found');
  expect(await redirect(`http://${host}/here`)).toBe('found');
  honest('found');
});

attack('redirects without end', async ({ refused, honest }) => {
  asked.length = 0;
  const endless = createServer((_, answer) => answer.writeHead(302, { location: `/${asked.push('')}` }).end());
  endless.listen(0, '127.0.0.1');
  await new Promise((done) => endless.once('listening', done));
  const address = `127.0.0.1:${(endless.address() as AddressInfo).port}`;
  expect(await probe(`http://${address}/`, { allowed: [address], timeoutMs: giveUpMs })).toBe('failed');
  expect(asked).toHaveLength(6);
  endless.close();
  refused('failed after five');
  const five = Array.from({ length: 5 }).reduce<string>((to) => `/302?${encodeURIComponent(to)}`, '/here');
  expect(await ask(`http://${host}${five}`)).toBe('found');
  honest('found after five');
});

attack('servers that answer a link with what is no answer, or with none', async ({ refused, honest }) => {
  for (const [name, answer] of Object.entries(hostileAnswers)) {
    const { host, close } = await openHostileServer(answer);
    expect([name, await probe(`http://${host}/`, { allowed: [host], timeoutMs: 500 })]).toEqual([name, 'failed']);
    close();
  }
  refused('failed');
  for (const answer of [endlessBody('x'.repeat(65_536)), answerWith('short', { 'content-length': '1000' })]) {
    const { host, close } = await openHostileServer(answer);
    expect(await probe(`http://${host}/`, { allowed: [host], timeoutMs: 500 })).toBe('found');
    close();
  }
  honest('found, and its body is not read');
});

// getaddrinfo would wait for each in a thread of the process, and every other look-up for them: 95 s with twenty (measured).
attack('name servers that never answer', async ({ refused, honest }) => {
  const links = Array.from({ length: 20 }, (_, n) => ask(`https://silent${n}.test/`));
  // Other services of the site are looked up meanwhile.
  const own = promisify(lookup)('localhost').then(() => 'own');
  expect(await Promise.race([own, ...links])).toBe('own');
  expect(new Set(await Promise.all(links))).toEqual(new Set(['failed']));
  refused('given up, and nothing else had to wait');
  expect(await ask(`http://${host}/here`)).toBe('found');
  honest('found');
});
