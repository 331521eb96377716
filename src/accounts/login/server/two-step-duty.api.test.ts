import { describe, expect, test } from 'vitest';
import { newsroomTwoStep } from '#src/accounts/users/accounts.settings.ts';
import { staffRoles } from '#src/rules/roles.rules.ts';
import { codeOf, setUpApp } from '#test/factories/two-step.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { setTwoStepDeadlines } from './two-step.jobs.ts';

const site = siteForFile();
const dayMs = 86_400_000;
const enter = (door: string, email: string, more: object = {}) =>
  site.visitor.json('POST', door, { email, password, ...more });

describe('where editors need two-step login', () => {
  const compulsory = (run: () => Promise<void>) => withSettings(site, [[newsroomTwoStep, 'compulsory']], run);

  test('a user without it gets a week from the first login, then access to its setup only', async () => {
    const { email } = await site.createUser('editor');
    expect((await enter('/api/admin_login', email)).body.user.two_step_due).toBeNull();
    await compulsory(async () => {
      const first = await enter('/api/admin_login', email);
      const due = Date.parse(first.body.user.two_step_due);
      expect(Math.abs(due - Date.now() - 7 * dayMs)).toBeLessThan(60_000);
      const { exp } = JSON.parse(Buffer.from(first.body.token.split('.')[1], 'base64url').toString());
      expect(exp * 1000).toBeLessThanOrEqual(due); // every session ends within that week
      site.advance(6 * dayMs);
      expect((await enter('/api/admin_login', email)).body.user.two_step_due).toBe(first.body.user.two_step_due);
      site.advance(2 * dayMs);
      expect(await enter('/api/admin_login', email)).toMatchObject({
        status: 403,
        body: { code: 'two_step_setup', error: expect.stringContaining('set it up first') },
      });
      const reader = await site.visitor.login('/api/newswings_login', email, password);
      expect((await reader.get('/api/two_step')).body).toMatchObject({ required: true, overdue: true });
      expect((await reader.get('/api/trash')).status).toBe(403);
      const { secret } = (await reader.json('POST', '/api/two_step', {})).body;
      const late = 8 * dayMs;
      const confirmed = await reader.json('POST', '/api/two_step/confirm', { code: codeOf(secret, late) });
      const code = confirmed.body.recovery_codes[0];
      expect((await enter('/api/admin_login', email, { code })).body.user).toMatchObject({
        role: 'editor',
        two_step_due: null,
      });
    });
  });

  test('every role of the newsroom needs it, and a reader does not', async () => {
    await compulsory(async () => {
      for (const role of staffRoles) {
        const { email } = await site.createUser(role);
        expect([role, (await enter('/api/admin_login', email)).body.user.two_step_due]).toEqual([
          role,
          expect.any(String),
        ]);
      }
      const { email } = await site.createUser('reader');
      expect((await enter('/api/newswings_login', email)).body.user.two_step_due).toBeNull();
    });
  });

  test('editors cannot remove their last second step, but readers can', async () => {
    const [editor, reader] = [await site.as('editor'), await site.as('reader')];
    await setUpApp(editor);
    await setUpApp(reader);
    await compulsory(async () => {
      expect(await editor.delete('/api/two_step')).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((await editor.get('/api/two_step')).body).toMatchObject({ app: true, recovery_codes_left: 10 });
      expect((await reader.delete('/api/two_step')).status).toBe(200);
    });
  });

  test('the week starts for existing users too, and is cleared once two-step login is voluntary again', async () => {
    const [there, never] = [await site.createUser('editor'), await site.createUser('editor')];
    await enter('/api/admin_login', there.email);
    const ctx = { ...site.services, now: () => new Date() } as unknown as Parameters<typeof setTwoStepDeadlines.run>[0];
    const due = async ({ id }: { id: number }) => {
      const { rows } = await site.db.execute(`SELECT two_step_due_at FROM users WHERE id = ${id}`);
      return rows[0]?.two_step_due_at;
    };
    await compulsory(async () => {
      await setTwoStepDeadlines.run(ctx, {});
      expect(await due(there)).not.toBeNull();
      expect(await due(never)).toBeNull();
    });
    await setTwoStepDeadlines.run(ctx, {});
    expect(await due(there)).toBeNull();
  });

  test('it is required by default if mail is configured, and not otherwise', async () => {
    const { newsroomNeedsTwoStep } = await import('./two-step.service.ts');
    const { settings, config } = site.services;
    expect(newsroomNeedsTwoStep({ settings, config })).toBe(false);
    expect(newsroomNeedsTwoStep({ settings, config: { ...config, smtpUrl: 'smtp://mail.test' } })).toBe(true);
    await withSettings(site, [[newsroomTwoStep, 'voluntary']], async () => {
      expect(newsroomNeedsTwoStep({ settings, config: { ...config, smtpUrl: 'smtp://mail.test' } })).toBe(false);
    });
  });
});
