import { expect, test } from 'vitest';
import type { Context } from '#src/platform/context.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { purgeLinks } from './links.jobs.ts';

const site = siteForFile();
const context = () => site.services as Context; // these jobs use no more of it

test('ended links lose their token hash after a month and are deleted after a year', async () => {
  const { id } = await site.createUser('reader');
  const links = [
    ['open', 1, null],
    ['used yesterday', 1, 1],
    ['used 40 days ago', -300, 40],
    ['ran out 40 days ago', -40, null],
    ['used 400 days ago', -10, 400],
    ['ran out 400 days ago', -400, null],
  ] as const;
  for (const [name, expiresInDays, usedDaysAgo] of links)
    await site.db.execute(`INSERT INTO account_links (user_id, purpose, token_hash, data, expires_at, used_at)
      VALUES (${id}, 'reset_password', '${name}', '{"name": "${name}"}', now() + interval '${expiresInDays} days',
      now() - interval '${usedDaysAgo ?? 0} days' * ${usedDaysAgo === null ? 'NULL' : 1})`);
  await purgeLinks.run(context(), {});
  await purgeLinks.run(context(), {});
  const { rows } = await site.db.execute(
    `SELECT data ->> 'name' AS name, token_hash IS NOT NULL AS hash FROM account_links WHERE user_id = ${id} ORDER BY id`,
  );
  expect(rows).toEqual([
    { name: 'open', hash: true },
    { name: 'used yesterday', hash: true },
    { name: 'used 40 days ago', hash: false },
    { name: 'ran out 40 days ago', hash: false },
  ]);
});
