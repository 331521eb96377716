// Takes some seconds: nodes with other keys must start on the same database and files.
import { expect, test } from 'vitest';
import type { Context } from '#src/platform/context.ts';
import { renewEncryption } from '#src/submissions/submission/server/renewal.jobs.ts';
import { Client } from '../client.ts';
import { submit } from '../factories/submissions.ts';
import { codeOf, setUpApp } from '../factories/two-step.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';

const [former, current] = ['the key of the first year, long enough', 'the key of the second year, long enough'];
const site = siteForFile({ SEAL_KEY: former });

test('a new SEAL_KEY encrypts again what the former one has encrypted, which is not needed afterwards', async () => {
  const author = await site.createUser('reader');
  const reader = await site.visitor.login('/api/newswings_login', author.email, password);
  const { secret } = await setUpApp(reader);
  const work = await submit(reader);
  await submit(await site.as('reader'));
  const encrypted = async () =>
    (await site.db.execute('SELECT name, pages FROM submission_files WHERE encrypted')).rows;
  await expect.poll(async () => (await encrypted()).map(({ pages }) => pages)).toEqual([1, 1]);
  let laterMs = 0;

  /** Whether a node can read the secret of the authenticator app and the bonafide file. */
  const reads = async (changes: Record<string, string>) => {
    site.advance(60_000); // for another code
    laterMs += 60_000;
    const node = await site.openNode(changes);
    const client = new Client(node.address);
    const login = await client.json('POST', '/api/newswings_login', {
      email: author.email,
      password,
      code: codeOf(secret, laterMs),
    });
    const me = new Client(node.address, login.body.token ?? reader.token);
    const { body } = await me.get(`/api/get-article-by-id?id=${work.id}`);
    const file = await me.get(`/api${body.data.bonafide_file}`);
    return { node, statuses: [login.status, file.status] };
  };
  const before = await reads({ SEAL_KEY: current });
  expect(before.statuses).toEqual([500, 500]);
  await before.node.close();

  const rotating = await reads({ SEAL_KEY: current, SEAL_KEY_FORMER: former });
  expect(rotating.statuses).toEqual([200, 200]);
  const lines: unknown[] = [];
  const log = { info: (line: unknown) => lines.push(line), warn: (line: unknown) => lines.push(line) };
  const run = () => renewEncryption.run({ ...rotating.node.services, log } as unknown as Context, {}); // all that it uses
  await run();
  await run();
  expect(lines).toEqual([
    { files: 2, secrets: 1, unreadable: 0 },
    'nothing is encrypted with SEAL_KEY_FORMER any more: remove it',
  ]);
  await rotating.node.close();

  const after = await reads({ SEAL_KEY: current });
  expect(after.statuses).toEqual([200, 200]);
  const { encryption, files } = after.node.services;
  for (const { name } of await encrypted())
    expect(encryption.decrypt(await files.bytes(`essays/${name}/1-1100.webp`)).length).toBeGreaterThan(100);
  await after.node.close();
});
