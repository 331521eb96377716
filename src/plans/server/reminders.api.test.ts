import { describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { declarePayment, ownPlan } from '#test/factories/payments.ts';
import { nextMail } from '#test/mailbox.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { policy } from '../plans.settings.ts';

const site = siteForFile();

describe('reminders', () => {
  test('are sent once, three days before the end, to users who want them', async () => {
    const wants = await site.createUser('reader');
    const not = await site.createUser('reader');
    const graced = await site.createUser('reader');
    const declare = async (user: { email: string }) =>
      declarePayment(await site.visitor.login('/api/newswings_login', user.email, password), 'weekly', {}, 'hi');
    await declare(wants);
    await declare(not);
    // A grace period of two days is not a plan that ends.
    await withSettings(site, [[policy, 'grace']], async () => void (await declare(graced)));
    const { until } = await ownPlan(await site.visitor.login('/api/newswings_login', wants.email, password));
    const silent = await site.visitor.login('/api/newswings_login', not.email, password);
    expect((await silent.json('PUT', '/api/user/reminders', { on: false })).status).toBe(200);
    const { notifyOfEnd } = await import('./reminders.jobs.ts');
    const run = () => site.services.jobs.send(notifyOfEnd, {});
    const finished = () =>
      expect
        .poll(
          async () =>
            (
              await site.db.execute(
                "SELECT count(*)::int AS n FROM jobs.job WHERE name = 'plans.remind' AND state <> 'completed'",
              )
            ).rows,
        )
        .toEqual([{ n: 0 }]);
    await run();
    await finished();
    site.advance(4.5 * 86_400_000);
    await run();
    const end = new Intl.DateTimeFormat('hi-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
    const { subject, text } = await nextMail(site, wants.email);
    expect(subject).toBe(translator('hi')('mails.planEndsSubject', { end: end.format(Date.parse(until)) }));
    expect(text).toContain('/hi/payment');
    await run();
    await run();
    await finished();
    const readers = [wants, not, graced].map(({ email }) => `'${email}'`).join();
    const { rows } = await site.db.execute(`SELECT recipient FROM outbox WHERE recipient IN (${readers})`);
    expect(rows).toEqual([{ recipient: wants.email }]);
  });
});
