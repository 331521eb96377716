import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

const settled = async (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'begun',
      () => 'refused',
    ),
    new Promise<string>((resolve) => setTimeout(() => resolve('waits'), 20)),
  ]);

test('an address has eight answered at a time, and another one waits for none of them', async () => {
  const turns = openTurns();
  const eight = await Promise.all(Array.from({ length: 8 }, () => turns.begin('192.0.2.1')));
  const ninth = turns.begin('192.0.2.1');
  expect(await settled(ninth)).toBe('waits');
  expect(await settled(turns.begin('192.0.2.2'))).toBe('begun');
  eight[0]?.();
  expect(await settled(ninth)).toBe('begun');
});

test('somebody with too many waiting is refused', async () => {
  const turns = openTurns();
  await Promise.all(Array.from({ length: 8 }, () => turns.begin('192.0.2.1')));
  const waiting = Array.from({ length: 250 }, () => turns.begin('192.0.2.1'));
  await expect(turns.begin('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_requests' });
  for (const turn of waiting) turn.catch(() => undefined);
});

test('what takes longer than our thread needs holds nobody up', { timeout: 10_000 }, async () => {
  const turns = openTurns();
  await Promise.all(Array.from({ length: 8 }, () => turns.begin('192.0.2.1')));
  await turns.begin('192.0.2.1');
});
