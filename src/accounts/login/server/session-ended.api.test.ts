// Requests in progress when a reset, a recovery or a deletion ends the account's sessions: none of them takes effect.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Answer, Client } from '#test/client.ts';
import { newAuthenticator } from '#test/factories/authenticator.ts';
import { resetTokenFor } from '#test/factories/emails.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { saveDevice, someSubscription } from '#test/factories/push.ts';
import { submissionFields } from '#test/factories/submissions.ts';
import { codeOf, setUpApp } from '#test/factories/two-step.ts';
import { inThisOrder } from '#test/locks.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const owners = 'the owner sets this';
const thiefs = 'the thief sets this';

async function reader(changes: Parameters<typeof site.createUser>[1] = {}) {
  const user = await site.createUser('reader', changes);
  return { ...user, client: await site.visitor.login('/api/newswings_login', user.email, password) };
}

const logIn = (email: string, word: string) =>
  site.visitor.json('POST', '/api/newswings_login', { email, password: word });
const leave = (client: Client) => client.json('POST', '/api/user/delete', { password });

/** Runs `act` while the owner's password reset holds the lock. */
async function duringReset({ id, email }: { id: number; email: string }, act: () => Promise<Answer>): Promise<Answer> {
  const token = await resetTokenFor(site, email);
  return inThisOrder(
    site,
    id,
    () => site.visitor.json('POST', '/api/reset_password', { token, password: owners }),
    act,
  );
}

describe('during a password reset', () => {
  test('a login with the old password opens no session', async () => {
    const user = await reader();
    const { status, body } = await duringReset(user, () => logIn(user.email, password));
    expect([status, body.token]).toEqual([401, undefined]);
    const owner = await site.visitor.login('/api/newswings_login', user.email, owners);
    expect((await owner.get('/api/user/sessions')).body).toHaveLength(1);
  });

  test('a password change does not replace the new password', async () => {
    const user = await reader();
    const body = { current_password: password, new_password: thiefs };
    const { status } = await duringReset(user, () => user.client.json('PUT', '/api/user/password', body));
    expect(status).toBe(401);
    expect((await logIn(user.email, thiefs)).status).toBe(401);
    expect((await logIn(user.email, owners)).status).toBe(200);
  });

  test('no authenticator app can be set up', async () => {
    const user = await reader();
    const { secret } = (await user.client.json('POST', '/api/two_step', {})).body;
    const code = codeOf(secret);
    const { status } = await duringReset(user, () => user.client.json('POST', '/api/two_step/confirm', { code }));
    expect(status).toBe(401);
    expect((await logIn(user.email, owners)).status).toBe(200);
  });

  test('no passkey can be added', async () => {
    const user = await reader();
    const key = newAuthenticator(site.services.config.siteUrl);
    const options = (await user.client.json('POST', '/api/user/passkeys/options', {})).body;
    const passkey = key.create(options);
    const added = await duringReset(user, () =>
      user.client.json('POST', '/api/user/passkeys', { name: 'Key', passkey }),
    );
    expect(added.status).toBe(401);
    const { rows } = await site.db.execute(sql`SELECT id FROM passkeys WHERE user_id = ${user.id}`);
    expect(rows).toEqual([]);
  });

  test('no recovery codes can be generated', async () => {
    const user = await reader();
    await setUpApp(user.client);
    const codes = () => site.db.execute(sql`SELECT code_hash FROM recovery_codes WHERE user_id = ${user.id}`);
    const before = (await codes()).rows;
    const made = await duringReset(user, () => user.client.json('POST', '/api/two_step/recovery_codes', {}));
    expect(made.status).toBe(401);
    expect((await codes()).rows).toEqual(before);
  });

  // Writes by the creator of an unconfirmed account. After a reset, the account belongs to the mailbox's owner.
  const writes: Record<string, (client: Client) => Promise<Answer>> = {
    'no work is submitted': async (client) => client.form('POST', '/api/create-article', await submissionFields()),
    'nothing is followed': (client) => {
      const mark = { kind: 'topic', id: 1, at: Date.now(), removed: false };
      return client.json('PUT', '/api/user/reading', { marks: [mark] });
    },
    'no history is synced': (client) => client.json('PUT', '/api/user/reading/history', { synced: true }),
    'no device is told the news': (client) => saveDevice(client, someSubscription()),
  };
  test.each(Object.entries(writes))('%s', async (_, write) => {
    const other = await reader();
    expect((await write(other.client)).status).toBeLessThan(300);
    const user = await reader();
    expect((await duringReset(user, () => write(user.client))).status).toBe(401);
  });

  test('the account cannot be deleted', async () => {
    const user = await reader();
    expect((await duringReset(user, () => leave(user.client))).status).toBe(401);
    expect((await logIn(user.email, owners)).status).toBe(200);
  });
});

describe('during the deletion of an account', () => {
  test('a profile change restores nothing', async () => {
    const user = await reader();
    const stored = () => readdir(join(site.dataDir, 'files/open')).catch(() => []);
    const before = await stored();
    const profile_image = await pictureFile(300, 300, 'jpeg');
    const change = { name: 'Asha Rao', email: user.email, mobile: '9876500000', profile_image };
    const { status } = await inThisOrder(
      site,
      user.id,
      () => leave(user.client),
      () => user.client.form('PUT', '/api/newswings_update_profile', change),
    );
    expect(status).toBe(401);
    const { rows } = await site.db.execute(sql`SELECT name, mobile, profile_image FROM users WHERE id = ${user.id}`);
    expect(rows).toEqual([{ name: 'Deleted reader', mobile: null, profile_image: null }]);
    expect(await stored()).toEqual(before);
  });

  test('no guardian is asked', async () => {
    const user = await reader({ dob: new Date(Date.now() - 15 * 365 * 86_400_000).toISOString().slice(0, 10) });
    const guardian = { name: 'Vikram Rao', email: 'vikram@readers.test' };
    const { status } = await inThisOrder(
      site,
      user.id,
      () => leave(user.client),
      () => user.client.json('POST', '/api/user/guardian', guardian),
    );
    expect(status).toBe(401);
    const { rows } = await site.db.execute(sql`SELECT guardian_email FROM users WHERE id = ${user.id}`);
    expect(rows).toEqual([{ guardian_email: null }]);
  });
});

test('a login from a device that is deleted meanwhile registers it again', async () => {
  const user = await reader();
  const first = (await logIn(user.email, password)).body;
  const other = await site.visitor.login('/api/newswings_login', user.email, password);
  const answer = await inThisOrder(
    site,
    user.id,
    async () => {
      // As "end all others" does, between the check of the device and the new session.
      await site.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT id FROM users WHERE id = ${user.id} FOR UPDATE`);
        await tx.execute(sql`DELETE FROM known_devices WHERE user_id = ${user.id}`);
      });
      return other.get('/api/user/me');
    },
    () =>
      site.visitor.json('POST', '/api/newswings_login', {
        email: user.email,
        password,
        device_tokens: [first.device_token],
      }),
  );
  expect(answer.status).toBe(200);
  expect(answer.body.device_token).toEqual(expect.any(String));
});
