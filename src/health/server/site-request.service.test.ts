// Any server may answer at SITE_URL.
import { expect, onTestFinished, test } from 'vitest';
import { openSignedUrls } from '#src/platform/secrets/signed-urls.ts';
import { answerWith, endlessBody, type Hostility, hostileAnswers, openHostileServer } from '#test/hostile-server.ts';
import { askSite } from './site-request.service.ts';

async function askedOf(answer: Hostility, limitMs = 60_000) {
  const { host, close, state } = await openHostileServer(answer);
  onTestFinished(close);
  const site = { signedUrls: openSignedUrls('x'.repeat(32)), now: () => new Date() };
  const answered = await askSite(site, `http://${host}`, AbortSignal.timeout(limitMs));
  return { ...answered, connections: state.connections };
}

test.each(Object.entries(hostileAnswers))('there is no answer from a site that sends %s', async (_, answer) => {
  await expect(askedOf(answer, 500)).rejects.toThrow();
});

test.each<[string, Hostility]>([
  ['bytes without end', endlessBody('x'.repeat(65_536))],
  ['an answer to another probe', answerWith('{"probe":"1","forwarded":[],"address":"127.0.0.1"}')],
  ['lists within lists', answerWith('['.repeat(19_000))],
  ['HTML', answerWith('<script>alert(1)</script>')],
])('%s are not this site', async (_, answer) => {
  expect((await askedOf(answer)).probe).toBeUndefined();
});

test('a redirect is reported, and not followed', async () => {
  const { status, location, connections } = await askedOf(answerWith('', { location: '/x' }, '302 Found'));
  expect([status, location, connections]).toEqual([302, '/x', 1]);
});
