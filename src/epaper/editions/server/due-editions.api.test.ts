import { describe, expect, test } from 'vitest';
import { promisedDay } from '#src/epaper/pages/epaper.settings.ts';
import { draftDays } from '#src/epaper/pages/schedule.rules.ts';
import { languages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { lengtheningsData } from '#src/plans/server/lengthenings.service.ts';
import type { Context } from '#src/platform/context.ts';
import { addDays, isoDate, noonInIndia } from '#src/rules/calendar.rules.ts';
import { decidePayment, declarePayment, ownPlan } from '#test/factories/payments.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { allMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { dayAfter } from '../due-editions.rules.ts';
import { watchDueEditions } from './due-editions.jobs.ts';
import { getLibrary } from './library.service.ts';

const site = siteForFile();
const today = () => isoDate(site.services.now());
const promised = dayAfter(isoDate(new Date()), 1);
const weekday = draftDays[new Date(promised).getUTCDay() + 1];
/** Sets the site's clock to noon, some days after the promised one. */
const on = (days: number) =>
  site.advance(noonInIndia(dayAfter(promised, days)).getTime() - site.services.now().getTime());
const login = (email: string) => site.visitor.login('/api/newswings_login', email, password);

/** Runs the job twice, and waits until it and the mails are done. */
async function look() {
  for (let n = 0; n < 2; n++) await site.services.jobs.send(watchDueEditions, {});
  const open = `SELECT count(*)::integer AS count FROM jobs.job
    WHERE name IN ('epaper.promises', 'plans.notify-lengthening') AND state < 'completed'`;
  await expect.poll(async () => (await site.db.execute(open)).rows[0]?.count, { timeout: 10_000 }).toBe(0);
}
const upload = async (name: string, category = 'weekly') =>
  (await site.as('editor')).form('POST', '/api/upload-pdf', {
    pdf: pdfFile(`${name}.pdf`),
    category,
    issue_date: today(),
  });
const buy = async (user: { email: string }, language = 'en') =>
  declarePayment(await login(user.email), 'monthly', {}, language);
const untilOf = async (user: { email: string }) => Date.parse((await ownPlan(await login(user.email))).until);
const lengthenings = async () => (await (await site.as('accountant')).get('/api/plan-lengthenings')).body;
const library = () => getLibrary(site.services, { month: '', edition: '' });

async function promise(weekday: string | undefined) {
  await site.services.settings.set(site.db, promisedDay, weekday);
  await expect.poll(() => site.services.settings.get(promisedDay)).toBe(weekday);
}

describe('a promised newspaper', () => {
  test('that comes two days late lengthens the plans that ran, once, and says so everywhere', async () => {
    on(0);
    await promise(weekday);
    const [reader, rejected, afterwards] = [
      await site.createUser('reader', { name: 'Asha Rao' }),
      await site.createUser('reader'),
      await site.createUser('reader'),
    ];
    await buy(reader, 'hi');
    const { id } = await buy(rejected);
    await decidePayment(await site.as('admin'), id, 'rejected');
    const before = await untilOf(reader);
    await upload('Last week'); // came on the promised day, but is deleted again
    await site.db.execute("UPDATE editions SET deleted_at = now() WHERE title = 'Last week'");
    await look();
    on(1);
    await buy(afterwards);
    const others = await untilOf(afterwards);
    await upload('Of the month', 'monthly');
    await look();
    expect(await lengthenings()).toEqual([]);

    on(2);
    await upload('Late at last');
    await look();
    const late = { day: promised, days: 2, came: true };
    expect(await lengthenings()).toEqual([{ ...late, decided_at: expect.any(String), notified: 1 }]);
    expect(await untilOf(reader)).toBe(addDays(new Date(before), 2).getTime());
    expect(await untilOf(afterwards)).toBe(others);
    const own = await ownPlan(await login(reader.email));
    expect(own.lengthenings).toEqual([{ ...late, until: own.until }]);
    expect((await ownPlan(await login(rejected.email))).lengthenings).toEqual([]);
    expect((await library()).late).toEqual(late);
    const hindi = new Intl.DateTimeFormat(languages.hi.locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
    const until = hindi.format(new Date(own.until));
    const subject = translator('hi')('mails.planLengthenedSubject', { until });
    const lengthened = async () => (await allMail(site, reader.email)).find((mail) => mail.subject === subject)?.text;
    await expect.poll(lengthened).toContain(hindi.format(noonInIndia(promised)));
    for (const { email } of [rejected, afterwards])
      expect((await allMail(site, email)).map((mail) => mail.subject)).not.toContainEqual(
        expect.stringMatching(/now ends/),
      );
    const { rows } = await site.db.execute("SELECT subject, details FROM audit_log WHERE action = 'plans.lengthened'");
    expect(rows).toEqual([{ subject: `newspaper of ${promised}`, details: { days: 2, came: true } }]);
    const ctx = { ...site.services, language: 'en', text: translator('en') } as unknown as Context;
    expect(await lengtheningsData.collect(ctx, reader.id)).toMatchObject([late]);
    expect(await lengtheningsData.collect(ctx, afterwards.id)).toEqual([]);
  });

  test('that has not come when the next is due lengthens them by a week; one in time by nothing', async () => {
    const reader = await site.createUser('reader');
    on(7);
    await look();
    const claim = await buy(reader);
    const before = await untilOf(reader);
    on(14);
    await upload('In time');
    await look();
    expect(await lengthenings()).toMatchObject([{ day: dayAfter(promised, 7), days: 7, came: false }, {}]);
    on(15);
    await look();
    expect(await lengthenings()).toHaveLength(2);
    expect(await untilOf(reader)).toBe(addDays(new Date(before), 7).getTime());
    await decidePayment(await site.as('admin'), claim.id, 'confirmed');
    const mails = (await allMail(site, reader.email)).map(({ subject }) => subject);
    expect(mails.filter((subject) => /now ends/.test(subject))).toHaveLength(1);
  });

  test('is not awaited any more once the setting promises none', async () => {
    on(21);
    await look();
    await promise('never');
    await look();
    on(29);
    expect((await library()).weekday).toBe('never');
    await look();
    await promise(weekday);
    await look();
    expect(await lengthenings()).toHaveLength(2);
    on(59);
    expect((await library()).late).toBeNull();
  });
});

describe('the list of lengthenings refuses', () => {
  test('visitors, readers and editors', async () => {
    expect((await site.visitor.get('/api/plan-lengthenings')).status).toBe(401);
    expect((await (await site.as('reader')).get('/api/plan-lengthenings')).status).toBe(403);
    expect((await (await site.as('editor')).get('/api/plan-lengthenings')).status).toBe(403);
  });
});
