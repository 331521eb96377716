import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import {
  askForEmail,
  changeEmail,
  confirmationFor,
  confirmEmail,
  resetTokenFor,
  takeBackFor,
} from '#test/factories/emails.ts';
import { nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const owners = 'the owner sets this';
let count = 0;
const newAddress = (who: string) => `${who}${++count}@readers.test`;
const me = async (client: Client) => (await client.get('/api/user/me')).body;
const logIn = (email: string, password: string) =>
  site.visitor.json('POST', '/api/newswings_login', { email, password });
const reset = (token: string, password = owners) =>
  site.visitor.json('POST', '/api/reset_password', { token, password });
const takeBack = (token: string) => site.visitor.json('POST', '/api/take_email_back', { token });

/** An account that a stranger registered with another person's address. */
async function squatter(email: string) {
  const fields = { name: 'Meera Nair', dob: '1990-05-17', mobile: '9876543210', email, password };
  expect((await site.visitor.form('POST', '/api/newswings_register', fields)).status).toBe(201);
  return site.visitor.login('/api/newswings_login', email, password);
}

describe('a password reset by mail', () => {
  test('confirms the address and notifies its owner', async () => {
    const email = newAddress('lazy');
    const client = await squatter(email);
    expect((await reset(await resetTokenFor(site, email))).status).toBe(200);
    expect((await client.get('/api/user/me')).status).toBe(401);
    const owner = await site.visitor.login('/api/newswings_login', email, owners);
    expect(await me(owner)).toMatchObject({ email_confirmed: true });
    expect((await nextMail(site, email)).subject).toBe('Your password at News Wing was changed');
  });

  test('of an unconfirmed account removes everything that its creator set up', async () => {
    const [victim, thiefs] = [newAddress('victim'), newAddress('thief')];
    const thief = await squatter(victim);
    const welcome = await confirmationFor(site, victim);
    await askForEmail(thief, thiefs);
    const change = await confirmationFor(site, thiefs);
    const stop = await takeBackFor(site, victim);
    const { id } = await me(thief);
    // As if an admin had made him an editor, who may turn two-step login on.
    await site.db.execute(`UPDATE users SET totp_secret = 'x', totp_since = now(), guardian_name = 'G',
      guardian_email = 'g@readers.test', guardian_asked_at = now(), guardian_consent_at = now() WHERE id = ${id}`);
    await site.db.execute(`INSERT INTO recovery_codes (user_id, code_hash) VALUES (${id}, 'x')`);
    expect((await reset(await resetTokenFor(site, victim))).status).toBe(200);

    expect((await thief.get('/api/user/me')).status).toBe(401);
    expect((await logIn(victim, password)).status).toBe(401);
    expect((await takeBack(stop)).status).toBe(410);
    const owner = await site.visitor.login('/api/newswings_login', victim, owners);
    for (const token of [welcome, change]) expect((await confirmEmail(owner, token)).status).toBe(410);
    const { rows } = await site.db.execute(`SELECT email, pending_email, totp_secret, guardian_name, guardian_email,
      guardian_asked_at, guardian_consent_at, email_confirmed_at IS NULL AS unconfirmed FROM users WHERE id = ${id}`);
    expect(rows).toEqual([
      {
        email: victim,
        pending_email: null,
        totp_secret: null,
        guardian_name: null,
        guardian_email: null,
        guardian_asked_at: null,
        guardian_consent_at: null,
        unconfirmed: false,
      },
    ]);
    expect((await site.db.execute(`SELECT id FROM recovery_codes WHERE user_id = ${id}`)).rows).toEqual([]);
    expect(
      (await site.db.execute(`SELECT id FROM account_links WHERE user_id = ${id} AND used_at IS NULL`)).rows,
    ).toEqual([]);
  });

  test('keeps two-step login of a confirmed account on', async () => {
    const user = await site.createUser('editor');
    const editor = await site.visitor.login('/api/admin_login', user.email, password);
    const { secret } = (await editor.json('POST', '/api/two_step', {})).body;
    await editor.json('POST', '/api/two_step/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
    });
    expect((await reset(await resetTokenFor(site, user.email))).status).toBe(200);
    const login = await site.visitor.json('POST', '/api/admin_login', { email: user.email, password: owners });
    expect(login).toMatchObject({ status: 401, body: { error: 'Enter the code of your authenticator app.' } });
  });

  test('cancels a pending e-mail change', async () => {
    const user = await site.createUser('reader');
    const thief = await site.visitor.login('/api/newswings_login', user.email, password);
    const thiefs = newAddress('thief');
    await askForEmail(thief, thiefs);
    const token = await confirmationFor(site, thiefs);
    expect((await reset(await resetTokenFor(site, user.email))).status).toBe(200);
    const owner = await site.visitor.login('/api/newswings_login', user.email, owners);
    expect(await me(owner)).toMatchObject({ email: user.email, pending_email: null });
    expect((await confirmEmail(owner, token)).status).toBe(410);
  });
});

describe('an account prepared for a victim', () => {
  test('with the victim’s address pending: neither click nor reset gives the thief access', async () => {
    const [thiefs, victim] = [newAddress('thief'), newAddress('victim')];
    const thief = await squatter(thiefs);
    await askForEmail(thief, victim);
    const click = await confirmationFor(site, victim);
    expect((await confirmEmail(site.visitor, click)).status).toBe(401);
    const fields = { name: 'Meera Nair', dob: '1990-05-17', mobile: '9876543210', email: victim, password: owners };
    expect((await site.visitor.form('POST', '/api/newswings_register', fields)).status).toBe(201);
    const owner = await site.visitor.login('/api/newswings_login', victim, owners);
    expect((await confirmEmail(owner, click)).status).toBe(403);
    expect((await reset(await resetTokenFor(site, victim), 'yet another quiet day')).status).toBe(200);
    expect((await takeBack(await takeBackFor(site, thiefs))).status).toBe(200); // of the thief's own account
    expect((await logIn(victim, 'yet another quiet day')).status).toBe(200);
    expect((await logIn(thiefs, 'yet another quiet day')).status).toBe(401);
  });

  test('and then changed twice: only the victim’s mailbox can revert it', async () => {
    const [victim, first, second] = [newAddress('victim'), newAddress('thief'), newAddress('thief')];
    const thief = await squatter(victim);
    await confirmationFor(site, victim);
    await changeEmail(site, thief, first);
    await changeEmail(site, thief, second);
    const theirs = [await takeBackFor(site, first), await takeBackFor(site, first)];
    const { status, body } = await takeBack(await takeBackFor(site, victim));
    expect(status).toBe(200);
    expect((await reset(body.reset_token)).status).toBe(200);
    for (const token of theirs) expect((await takeBack(token)).status).toBe(410);
    expect((await thief.get('/api/user/me')).status).toBe(401);
    expect((await logIn(victim, owners)).status).toBe(200);
  });
});

describe('a thief with a token', () => {
  test('that is not fresh cannot change the e-mail', async () => {
    const user = await site.createUser('admin');
    const thief = await site.visitor.login('/api/admin_login', user.email, password);
    site.advance(20 * 60_000);
    const answer = await thief.form('PUT', '/api/admin_update_profile', { name: 'Thief', email: newAddress('thief') });
    expect(answer.status).toBe(403);
  });

  test.each([true, false])(
    'that is fresh: the owner still reverts a change, a reset and another change (proven: %s)',
    async (proven) => {
      const user = await site.createUser('reader', { emailConfirmedAt: proven ? new Date() : null });
      const thief = await site.visitor.login('/api/newswings_login', user.email, password);
      const [first, second] = [newAddress('thief'), newAddress('thief')];
      await changeEmail(site, thief, first);
      expect((await reset(await resetTokenFor(site, first), 'the thief sets this')).status).toBe(200);
      const again = await site.visitor.login('/api/newswings_login', first, 'the thief sets this');
      await changeEmail(site, again, second);
      expect((await reset(await resetTokenFor(site, second), 'and this as well')).status).toBe(200);
      const decoy = { name: 'Decoy', dob: '1990-05-17', mobile: '9876543210', email: user.email, password };
      // Only a confirmed address is reserved; an unconfirmed one can be registered again.
      expect((await site.visitor.form('POST', '/api/newswings_register', decoy)).status).toBe(proven ? 409 : 201);

      const { status, body } = await takeBack(await takeBackFor(site, user.email));
      expect(status).toBe(200);
      expect((await reset(body.reset_token)).status).toBe(200);
      const owner = await site.visitor.login('/api/newswings_login', user.email, owners);
      expect(await me(owner)).toMatchObject({ id: user.id, email: user.email, pending_email: null });
      for (const email of [first, second])
        for (const known of [password, 'the thief sets this', 'and this as well', owners])
          expect((await logIn(email, known)).status).toBe(401);
      const theirs = tokenIn((await nextMail(site, first)).text, 'take-email-back');
      expect((await takeBack(theirs)).status).toBe(410);
    },
  );
});
