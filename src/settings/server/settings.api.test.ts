import { describe, expect, test } from 'vitest';
import { nextMail } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { SettingGroups } from '../settings.contract.ts';

const site = siteForFile();

const find = (groups: SettingGroups, key: string) =>
  groups.flatMap(({ settings }) => settings).find((setting) => setting.key === key);

const acts = async (admin: Awaited<ReturnType<typeof site.as>>, key: string) =>
  (await admin.get(`/api/audit?search=${key}`)).body.acts.map(({ action, details }: Record<string, unknown>) => [
    action,
    details,
  ]);

describe('works', () => {
  test('all settings are listed by heading, with their defaults', async () => {
    const { status, body } = await (await site.as('admin')).get('/api/settings');
    expect(status).toBe(200);
    expect(body[0].title).toBe('The paper');
    expect(find(body, 'site.phone')).toEqual({
      key: 'site.phone',
      label: 'Phone',
      hint: null,
      input: { kind: 'text' },
      value: '+91 98765 43210',
      default: '+91 98765 43210',
    });
    expect(find(body, 'enquiries.kept_days')).toMatchObject({
      value: 180,
      input: { kind: 'number', min: 30, max: 1095, unit: 'days' },
    });
    expect(find(body, 'plans.price_yearly')).toMatchObject({
      value: 47_000,
      input: { kind: 'rupees', unit: 'rupees' },
    });
    expect(find(body, 'epaper.max_megabytes')?.value).toBe(100);
  });

  test('a new price applies immediately', async () => {
    const admin = await site.as('admin');
    await admin.json('PUT', '/api/settings', { values: { 'plans.price_weekly': 1250 } });
    const link = (await site.visitor.get('/api/payment_link?plan=weekly')).body;
    expect(JSON.stringify(link)).toContain('12.50');
    await admin.json('PUT', '/api/settings', { values: { 'plans.price_weekly': null } });
  });

  test('a change applies immediately, is audited with both values, and can be reset to the default', async () => {
    const admin = await site.as('admin');
    const values = { 'site.motto': 'Printed at dawn', 'enquiries.kept_days': 90, 'site.x': 'https://x.example/paper' };
    const { status, body } = await admin.json('PUT', '/api/settings', { values });
    expect(status).toBe(200);
    expect(find(body, 'site.motto')?.value).toBe('Printed at dawn');
    expect(find((await admin.get('/api/settings')).body, 'enquiries.kept_days')?.value).toBe(90);
    await admin.json('PUT', '/api/settings', { values: { 'enquiries.kept_days': null } });
    expect(await acts(admin, 'enquiries.kept_days')).toEqual([
      ['setting.changed', { from: 90, to: 180 }],
      ['setting.changed', { from: 180, to: 90 }],
    ]);
    expect((await site.db.execute("SELECT * FROM settings WHERE key = 'enquiries.kept_days'")).rows).toEqual([]);
  });

  test('an unchanged value is not audited', async () => {
    const admin = await site.as('admin');
    await admin.json('PUT', '/api/settings', { values: { 'site.youtube': '' } });
    expect(await acts(admin, 'site.youtube')).toEqual([]);
  });

  test('mail is sent under the site name, with the desk as Reply-To', async () => {
    const admin = await site.as('admin');
    const values = { 'site.name': 'The Suryanagar Post', 'site.email': 'post@suryanagar.example' };
    await admin.json('PUT', '/api/settings', { values });
    const reader = await site.createUser('reader');
    await site.visitor.json('POST', '/api/forgot_password', { email: reader.email });
    const mail = await nextMail(site, reader.email);
    expect(mail).toMatchObject({ fromName: 'The Suryanagar Post', replyTo: 'post@suryanagar.example' });
    await admin.json('PUT', '/api/settings', { values: { 'site.name': null, 'site.email': null } });
  });
});

describe('refuses', () => {
  test('editors, readers and visitors', async () => {
    for (const role of ['editor', 'reader'] as const) {
      const client = await site.as(role);
      expect((await client.get('/api/settings')).status).toBe(403);
      expect((await client.json('PUT', '/api/settings', { values: {} })).status).toBe(403);
    }
    expect((await site.visitor.get('/api/settings')).status).toBe(401);
  });

  test('a guarded setting without a recent password confirmation, and all changes sent with it', async () => {
    const admin = await site.as('admin');
    site.advance(20 * 60_000);
    const values = { 'plans.upi_id': 'desk@bank', 'accounts.password_min_length': 12, 'site.phone': '+91 11111 11111' };
    const refused = await admin.json('PUT', '/api/settings', { values });
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
    expect(find((await admin.get('/api/settings')).body, 'site.phone')?.value).toBe('+91 98765 43210');
    expect((await admin.json('PUT', '/api/settings', { values: { 'site.phone': '+91 22222 22222' } })).status).toBe(
      200,
    );
    await admin.json('POST', '/api/user/confirm_password', { password: 'correct horse battery' });
    expect((await admin.json('PUT', '/api/settings', { values })).status).toBe(200);
    await admin.json('PUT', '/api/settings', {
      values: { 'plans.upi_id': null, 'accounts.password_min_length': null, 'site.phone': null },
    });
  });
});

describe('two admins', () => {
  const save = async (values: object, known?: object) =>
    (await site.as('admin')).json('PUT', '/api/settings', { values, ...(known && { known }) });
  const reset = () => save({ 'site.facebook': null, 'site.instagram': null });

  test('the second one gets 409 with the other’s value, and may then replace it', async () => {
    const known = { 'site.facebook': '' };
    expect((await save({ 'site.facebook': 'https://one.example/' }, known)).status).toBe(200);
    const second = { 'site.facebook': 'https://two.example/', 'site.instagram': 'https://new.example/' };
    const { status, body } = await save(second, { ...known, 'site.instagram': '' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'conflict',
      fields: {
        'site.facebook':
          'Somebody else has set this to “https://one.example/” in the meantime. Save again to replace it.',
      },
      current: { 'site.facebook': 'https://one.example/' },
    });
    const stored = (await (await site.as('admin')).get('/api/settings')).body;
    expect(find(stored, 'site.instagram')?.value).toBe(''); // all or none
    expect((await save(second, { 'site.facebook': 'https://one.example/', 'site.instagram': '' })).status).toBe(200);
    await reset();
  });

  test('who make the same change, or change other settings, do not conflict', async () => {
    const known = { 'site.facebook': '', 'site.instagram': '' };
    expect((await save({ 'site.facebook': 'https://same.example/' }, known)).status).toBe(200);
    expect((await save({ 'site.facebook': 'https://same.example/' }, known)).status).toBe(200);
    expect((await save({ 'site.instagram': 'https://new.example/' }, known)).status).toBe(200);
    await reset();
  });

  test('of several concurrent changes one succeeds', async () => {
    const admin = await site.as('admin');
    const set = (address: string) =>
      admin.json('PUT', '/api/settings', { values: { 'site.facebook': address }, known: { 'site.facebook': '' } });
    const statuses = (await Promise.all(['1', '2', '3', '4'].map((digit) => set(`https://${digit}.example/`)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    await reset();
  });
});

describe('rejects', () => {
  test.each([
    ['site.name', '  ', 'This field is required.'],
    ['site.name', 'x'.repeat(41), 'This is too long.'],
    ['site.name', 7, 'This value is not valid.'],
    ['site.email', 'desk at home', 'Invalid email address'],
    ['site.facebook', 'javascript:alert(1)', 'An address such as https://example.org, please.'],
    ['enquiries.kept_days', 5, 'A whole number from 30 to 1,095, please.'],
    ['enquiries.kept_days', 'soon', 'A whole number from 30 to 1,095, please.'],
    ['plans.price_weekly', 5, 'An amount from 1 to 100,000 rupees, please.'],
    ['plans.upi_id', 'no address', 'A UPI ID such as newswing@bank, please.'],
    ['plans.policy', 'hope', 'This value is not valid.'],
    ['site.colour', 'red', 'There is no such setting.'],
  ])('%s as %s', async (key, value, sentence) => {
    const admin = await site.as('admin');
    const values = { [key]: value, 'site.instagram': 'https://insta.example/paper' };
    const { status, body } = await admin.json('PUT', '/api/settings', { values });
    expect(status).toBe(422);
    expect(body.fields).toEqual({ [key]: sentence });
    expect(find((await admin.get('/api/settings')).body, 'site.instagram')?.value).toBe('');
  });

  test('values of the wrong type, and a request without values', async () => {
    const admin = await site.as('admin');
    expect((await admin.json('PUT', '/api/settings', { values: { 'site.name': { en: 'x' } } })).status).toBe(422);
    expect((await admin.json('PUT', '/api/settings', {})).status).toBe(422);
  });

  test('known values of the wrong type; those of settings that are not changed do not matter', async () => {
    const admin = await site.as('admin');
    const values = { 'site.instagram': 'https://known.example/' };
    for (const known of [{ 'site.instagram': null }, { 'site.instagram': ['x'] }, 'site.instagram', ['x']])
      expect((await admin.json('PUT', '/api/settings', { values, known })).status).toBe(422);
    expect((await admin.json('PUT', '/api/settings', { values, known: { 'site.instagram': 5 } })).status).toBe(409);
    expect(find((await admin.get('/api/settings')).body, 'site.instagram')?.value).toBe('');
    const known = { 'site.instagram': '', 'site.facebook': 'x', 'no.setting': 'x', constructor: 'x' };
    expect((await admin.json('PUT', '/api/settings', { values, known })).status).toBe(200);
    expect((await admin.json('PUT', '/api/settings', { values: { 'site.instagram': null } })).status).toBe(200);
  });
});
