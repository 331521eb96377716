import { expect, test } from 'vitest';
import { postgresAccount, run } from './account.ts';

test('a command does not run as root, whichever user runs the tests', async () => {
  const account = await postgresAccount(['/']);
  await expect(run(['sh', '-c', 'test "$(id -u)" -ne 0'], account)).resolves.toBeUndefined();
});

test('a failing command throws with its output', async () => {
  const failing = run(['sh', '-c', 'echo the reason >&2; exit 1'], { prefix: [] });
  await expect(failing).rejects.toThrow('the reason');
});

test('a command does not inherit the site’s environment variables', async () => {
  process.env.POSTGRES_TEST_SECRET = 'secret';
  try {
    const command = ['sh', '-c', 'test -z "$POSTGRES_TEST_SECRET"'];
    await expect(run(command, { prefix: [] })).resolves.toBeUndefined();
  } finally {
    delete process.env.POSTGRES_TEST_SECRET;
  }
});
