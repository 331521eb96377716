import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';
import type { Limit } from './limits.ts';

const site = siteForFile();
// Not a limit of the site, which the table of all limits would show.
const aLimit = (attempts: number) => ({ name: randomUUID(), attempts, perSeconds: 60 }) as Limit;

/** Which of some attempts are allowed, one after the other. */
async function allowed(limit: Limit, keys: string[]) {
  const outcomes: boolean[] = [];
  for (const key of keys)
    outcomes.push(
      await site.services.limits.count(limit, key).then(
        () => true,
        () => false,
      ),
    );
  return outcomes;
}

test('a key has its attempts, and the others theirs', async () => {
  expect(await allowed(aLimit(1), ['192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual([true, true, false]);
});

test('all addresses of a network together have ten times as many', async () => {
  const { limits } = site.services;
  const limit = aLimit(1);
  const address = (n: number) => `2001:db8:1:${n}::/64`;
  expect(
    await allowed(
      limit,
      Array.from({ length: 10 }, (_, n) => address(n + 1)),
    ),
  ).not.toContain(false);
  await expect(limits.check(limit, address(11))).rejects.toMatchObject({ code: 'too_many_requests' });
  await limits.refund(limit, address(1));
  expect(await allowed(limit, [address(11), address(12), '2001:db8:2:1::/64'])).toEqual([true, false, true]);
});
