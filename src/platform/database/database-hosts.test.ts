import { createServer, type Server } from 'node:net';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { secretsOf } from '#src/health/server/health-site.service.ts';
import { readConfig } from '../config.ts';
import { DatabaseClient, splitHosts } from './database-hosts.ts';

const attribute = 'target_session_attrs=read-write';

test('a connection string is split into one for each host, with all other parameters', () => {
  expect(
    splitHosts(`postgres://u:p%40@a:1,[::1]:2,%2Frun%2Fpg/paper?sslmode=verify-full&${attribute}&options=x`),
  ).toEqual({
    urls: ['a:1', '[::1]:2', '%2Frun%2Fpg'].map(
      (host) => `postgres://u:p%40@${host}/paper?sslmode=verify-full&options=x`,
    ),
    targetSessionAttrs: 'read-write',
  });
  expect(splitHosts('postgresql://a/paper')).toEqual({ urls: ['postgresql://a/paper'], targetSessionAttrs: undefined });
});

const unclear = 'must name each host once, with its port if that is not 5432, separated by commas';

test.each([
  ['a,b/paper', 'must have target_session_attrs=read-write if it names several hosts'],
  ['a,b/paper?target_session_attrs=any', 'must not have another target_session_attrs than read-write'],
  ['a/paper?target_session_attrs=standby', 'must not have another target_session_attrs than read-write'],
  [`a,b,c,d,e,f,g,h,i/paper?${attribute}`, 'must not name more than 8 hosts'],
  [`a,/paper?${attribute}`, unclear],
  [`a,b:x/paper?${attribute}`, unclear],
  [`a:1,a:1/paper?${attribute}`, unclear],
  [`a b,c/paper?${attribute}`, unclear],
])('DATABASE_URL postgres://%s is refused', (rest, problem) => {
  const url = `postgres://${rest}`;
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(`DATABASE_URL ${problem}.`);
});

test('the password of several hosts is a secret', () => {
  const config = readConfig({ DATABASE_URL: `postgres://u:se%2Fcret@a,b:5433/paper?${attribute}` });
  expect(secretsOf(config)).toEqual(expect.arrayContaining(['se%2Fcret', 'se/cret']));
});

test('TLS is that of the host that is used', () => {
  const { ssl } = new DatabaseClient({ connectionString: `postgres://a,b/paper?sslmode=no-verify&${attribute}` });
  expect(ssl).toEqual(new Client('postgres://b/paper?sslmode=no-verify').ssl);
});

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port; // it listens on TCP
};

test('if no host takes writes, the error names each with its reason', async () => {
  const refusing = createServer();
  const port = await listen(refusing);
  await new Promise((resolve) => refusing.close(resolve));
  const ending = createServer((socket) => socket.destroy());
  const other = await listen(ending);
  onTestFinished(() => void ending.close());
  const client = new DatabaseClient({
    connectionString: `postgres://127.0.0.1:${port},127.0.0.1:${other}/paper?${attribute}`,
  });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ENOTFOUND',
    message: expect.stringMatching(
      new RegExp(`^127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}; 127.0.0.1:${other}: .+`),
    ),
  });
});
