import { expect, test } from 'vitest';
import { setUpApp } from '../factories/two-step.ts';
import { password } from '../site.ts';
import { launch, main, newSiteFolder, start, stop } from './program.ts';

test('resets two-step login of the last admin on the command line, while the site runs', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const { client } = running;
  const credentials = { email: 'chief@news.test', password };
  const logIn = async () => (await client.json('POST', '/api/admin_login', credentials)).status;
  const admin = await client.login('/api/admin_login', credentials.email, password);
  await setUpApp(admin);
  expect(await logIn()).toBe(401);
  const nobody = launch(dataDir, {}, [...main, 'two-step:reset', 'nobody@news.test']);
  expect(await nobody.exited).toBe(1);
  expect(nobody.output()).toContain('There is no account with the e-mail "nobody@news.test".');
  const reset = launch(dataDir, {}, [...main, 'two-step:reset', 'Chief@news.test']);
  expect(await reset.exited).toBe(0);
  expect(reset.output()).toContain('has been reset');
  expect((await admin.get('/api/user/me')).status).toBe(401);
  expect(await logIn()).toBe(200);
  await stop(running);
});
