import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedSample } from '#db/sample/seed.ts';
import { mailResetLink, resetRequest } from '#src/accounts/account/server/passwords.jobs.ts';
import { mailWaiting } from '#src/desk/server/waiting.jobs.ts';
import { processEdition } from '#src/epaper/editions/server/editions.jobs.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { notifyOfLengthening } from '#src/plans/server/lengthenings.jobs.ts';
import type { Context } from '#src/platform/context.ts';
import { dayMs, isoDate } from '#src/rules/calendar.rules.ts';
import { countTerms } from '#src/search-index/server/search-index.jobs.ts';
import { jobs } from '#src/site/slices.ts';
import { type Client, taken } from '../client.ts';
import { createAuthor } from '../factories/authors.ts';
import { composeIssue } from '../factories/newsletters.ts';
import { decidePayment, declarePayment, newUtr } from '../factories/payments.ts';
import { pictureFile } from '../factories/pictures.ts';
import { saveDevice } from '../factories/push.ts';
import { createStory } from '../factories/stories.ts';
import { submit } from '../factories/submissions.ts';
import { allMail } from '../mailbox.ts';
import { openPushService } from '../push-service.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';

const pushService = await openPushService();
afterAll(() => pushService.close());
const site = siteForFile({ PUSH_HOSTS: pushService.host });
let [admin, editor] = [{} as Client, {} as Client];
beforeAll(async () => {
  [admin, editor] = [await site.as('admin'), await site.as('editor')];
});

const rows = async (query: string) => (await site.db.execute(query)).rows as Record<string, never>[];

/** Waits until no job runs or waits. Fails if one has failed. */
async function jobsEnd() {
  const open = async () => {
    // These would become due at some moment of the test, which sends all of them itself.
    await site.db.execute("DELETE FROM jobs.job WHERE state = 'created' AND start_after > now()");
    return rows("SELECT name FROM jobs.job WHERE state IN ('active', 'created')");
  };
  // The pages of an edition are drawn, which takes long on a busy machine.
  await expect.poll(open, { timeout: 90_000 }).toEqual([]);
  expect(await rows("SELECT name, output FROM jobs.job WHERE state IN ('retry', 'failed')")).toEqual([]);
}

/** Something to do for most jobs. Returns the data of those that need some. */
async function seed(): Promise<Record<string, object[]>> {
  const reader = await site.as('reader');
  const image = await pictureFile(700, 500);
  const author = await createAuthor(editor, { name: 'Asha Rao' });
  const story = await createStory(editor, { image, author: 'Asha Rao', author_ids: String(author.id) });
  const due = await createStory(editor);
  const trashed = await createStory(editor);
  await editor.send('DELETE', `/api/admin/${trashed.id}`);
  await submit(reader);
  const claim = await declarePayment(reader, 'weekly', { utr: newUtr() });
  await decidePayment(admin, claim.id, 'confirmed');
  const issueId = await seedSending();
  await seedOneSample();
  await jobsEnd();
  await site.db.execute(`UPDATE authors SET name = 'Asha Kulkarni' WHERE id = ${author.id}`);
  await site.db.execute(
    `UPDATE stories SET status = 'scheduled', publish_at = now() - interval '1 minute' WHERE id = ${due.id}`,
  );
  await site.db.execute(`UPDATE stories SET deleted_at = now() - interval '31 days' WHERE id = ${trashed.id}`);
  await site.db.execute(`
    INSERT INTO security_events (kind, address, device, hour, first_at, last_at, count, details)
    SELECT 'login_failed', '', '', date_trunc('hour', at), at, at, 200, '{}' FROM (SELECT now() + interval '5 days' AS at) AS later`);
  const [{ id: pictureId }] = (await rows(`SELECT picture_id AS id FROM stories WHERE id = ${story.id}`)) as [never];
  const [file] = (await rows("SELECT id, name FROM submission_files WHERE format = 'pdf'")) as [never];
  const [monthly] = (await rows("SELECT id FROM compositions WHERE period = 'monthly'")) as [never];
  return {
    'accounts.mail-reset-link': [resetRequest(system(), 'nobody@readers.test')],
    'epaper.compose': [{ compositionId: (monthly as { id: number }).id }],
    'mail.deliver': (await rows('SELECT id AS "mailId" FROM outbox')) as object[],
    'news.picture-variants': [{ pictureId }],
    'news.picture-variants-smaller': [{ pictureId }],
    'news.rewrite-bylines': [{ authorId: author.id, from: 'Asha Rao' }],
    'news.share-picture': [{ storyId: story.id }],
    'news.tell-hub': [{ stories: [story.id] }],
    'newsletters.send': [{ issueId }],
    'push.publish': [{ stories: [story.id] }],
    'push.send': [{ messageId: await seedPush(story.id) }],
    'plans.notify-lengthening': [{ day: '2026-11-22', after: 0 }],
    'plans.remove-receipt-files': [{ ids: (await rows('SELECT id FROM receipts')).map(({ id }) => id) }],
    'submissions.draw-pages': [{ fileId: (file as { id: number }).id }],
    'submissions.remove-files': [{ names: ['0'.repeat(32)] }],
  };
}

const system = () => ({ ...site.services, language: 'en', text: translator('en') }) as Context;

/** An issue of a newsletter with one copy that waits. Returns its id. No other issue is due, since the newsletter has ended. */
async function seedSending(): Promise<number> {
  const issueId = await composeIssue(admin);
  await site.db.execute(`
    WITH reader AS (
      INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
      SELECT newsletter_id, 'reader@readers.test', 'active', now(), now() FROM newsletter_issues WHERE id = ${issueId} RETURNING id)
    INSERT INTO newsletter_copies (issue_id, subscription_id, state, at) SELECT ${issueId}, id, 'waiting', now() FROM reader`);
  await site.db.execute(`UPDATE newsletter_issues SET state = 'sending' WHERE id = ${issueId}`);
  await site.db.execute('UPDATE newsletters SET active = false');
  return issueId;
}

/** Breaking news that waits for one device. Returns its id. */
async function seedPush(storyId: number): Promise<number> {
  taken(await saveDevice(site.visitor, pushService.subscribe(), { breaking: true }));
  const [copy] = await rows(`
    WITH message AS (
      INSERT INTO push_messages (story_id, kind, title, body, created_at, expires_at, devices)
      VALUES (${storyId}, 'breaking', 'Rain', '', now(), now() + interval '30 days', 1) RETURNING id)
    INSERT INTO push_copies (story_id, device_id, message_id, state, at)
    SELECT ${storyId}, push_devices.id, message.id, 'waiting', now() FROM push_devices, message RETURNING message_id AS id`);
  return Number(copy?.id);
}

/** The sample edition with one story, since each has its picture drawn; orders a monthly newspaper. */
async function seedOneSample() {
  const folder = await mkdtemp(join(site.dataDir, 'sample-'));
  await mkdir(join(folder, 'stories'));
  const file = 'stories/lake-frog.md';
  await copyFile(join(site.services.root, 'db/sample', file), join(folder, file));
  await cp(join(site.services.root, 'db/sample/edition'), join(folder, 'edition'), { recursive: true });
  await seedSample(system(), folder);
  // Too old for the weekly newspaper: one is enough.
  await site.db.execute("UPDATE stories SET created_at = now() - interval '4 days' WHERE sample");
}

// Written by the caches and the rate limits; the others hold what the site keeps.
const passing = ['changes', 'rate_limits'];

/** Every row of every table, and every file. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = (await rows("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"))
    .map(({ name }) => String(name))
    .filter((name) => !passing.includes(name));
  const found: Record<string, unknown[]> = {};
  for (const name of tables)
    found[name] = (await rows(`SELECT t::text AS line FROM "${name}" AS t ORDER BY 1`)).map(({ line }) => line);
  for (const folder of ['files', 'outbox']) found[`folder ${folder}`] = await filesIn(join(site.dataDir, folder));
  return found;
}

type Everything = Awaited<ReturnType<typeof everything>>;

/** What is only in one of the two, by table. */
const differences = (one: Everything, other: Everything) =>
  Object.fromEntries(
    Object.entries(other).flatMap(([table, lines]) => {
      const changed = [...new Set(lines).symmetricDifference(new Set(one[table]))];
      return changed.length ? [[table, changed]] : [];
    }),
  );

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashed = files.map(
    async (file) =>
      `${file} ${createHash('sha1')
        .update(await readFile(file))
        .digest('hex')}`,
  );
  return (await Promise.all(hashed)).sort();
}

// It ends in the transaction of its effect: see below.
const onlyOnce = mailWaiting.name;
// Sent by the one that composes an edition.
const following = processEdition.name;

test('every job does no harm when it runs a second time', async () => {
  const data = await seed();
  const known = jobs.filter(({ name }) => name !== onlyOnce && name !== following);
  expect(
    known.filter(({ name, cron, dailyAt }) => !cron && !dailyAt && !(name in data)).map(({ name }) => name),
  ).toEqual([]);
  const run = async () => {
    for (const job of known) for (const one of data[job.name] ?? [{}]) await site.services.jobs.send(job, one as never); // the data of this job
    await jobsEnd();
  };

  const inDays = 5;
  const timeZone = 'Asia/Kolkata';
  const draftDay = new Date(Date.now() + inDays * dayMs).toLocaleDateString('en', { weekday: 'long', timeZone });
  const schedule = { 'epaper.draft_day': draftDay.toLowerCase(), 'epaper.draft_time': '00:00' };
  expect((await admin.json('PUT', '/api/settings', { values: schedule })).status).toBe(200);
  site.advance(inDays * dayMs); // within the reminder of the plan's end, and after a day for orphaned files
  const before = await everything();
  await run();
  await site.services.jobs.send(countTerms, {}); // also of the newspaper that has been composed since it has run
  await jobsEnd();
  const once = await everything();
  expect(Object.keys(differences(before, once)).length).toBeGreaterThan(10);
  const [{ edition_id: editionId, store }] = (await rows(`
    SELECT edition_id, store FROM compositions JOIN editions ON editions.id = edition_id WHERE compositions.period = 'monthly'`)) as [
    never,
  ];
  await run();
  await site.services.jobs.send(processEdition, { editionId, store });
  await jobsEnd();
  expect(differences(once, await everything())).toEqual({});
  const count = async (table: string, where: string) => (await rows(`SELECT FROM ${table} WHERE ${where}`)).length;
  expect(await count('compositions', 'edition_id IS NULL')).toBe(1); // the draft of the weekly newspaper
  expect(await count('outbox', "subject LIKE 'Your plan ends%'")).toBe(1);
  expect(await count('security_events', "kind = 'alert'")).toBe(1);
  expect(await count('newsletter_copies', "state = 'sent'")).toBe(1);
  expect(pushService.received.map(({ message }) => message.title)).toEqual(['Rain']);
});

/** Fails the first attempt of these jobs when its completion is written, which is when a crash would repeat their effect. */
const crashFirst = (names: string[]) =>
  site.db.execute(
    sql.raw(`
    CREATE FUNCTION jobs.crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN
        IF NEW.state = 'retry' THEN NEW.start_after := now(); END IF; -- instead of a pause
      ELSIF NEW.state = 'completed' AND NEW.retry_count = 0 AND NEW.name IN (${names.map((name) => `'${name}'`).join()}) THEN
        RAISE EXCEPTION 'crash';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER crash BEFORE INSERT OR UPDATE ON jobs.job_common FOR EACH ROW EXECUTE FUNCTION jobs.crash()`),
  );

test('a job whose effect must not be repeated has it once, though its first attempt crashes at its completion', async () => {
  const names = [mailWaiting.name, mailResetLink.name, notifyOfLengthening.name];
  await crashFirst(names);
  const accountant = await site.createUser('accountant');
  const payer = await site.createUser('reader');
  const paying = await site.visitor.login('/api/newswings_login', payer.email, password);
  await declarePayment(paying, 'weekly', { utr: newUtr() });
  const day = isoDate(site.services.now());
  await site.db.execute(
    `INSERT INTO plan_lengthenings (day, days, came, decided_at) VALUES ('${day}', 2, true, now())`,
  );
  const user = await site.createUser('reader');
  await site.services.jobs.send(mailWaiting, {});
  await site.services.jobs.send(notifyOfLengthening, { day, after: 0 });
  await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
  const completed = `SELECT name, retry_count AS retries FROM jobs.job
    WHERE name IN ('${names.join("','")}') AND retry_count > 0 AND state = 'completed' ORDER BY name`;
  await expect.poll(() => rows(completed)).toEqual(names.toSorted().map((name) => ({ name, retries: 1 })));
  await expect.poll(() => rows('SELECT id FROM outbox WHERE sent_at IS NULL')).toEqual([]);
  expect(await allMail(site, accountant.email)).toHaveLength(1);
  expect(await allMail(site, user.email)).toHaveLength(1);
  expect(await allMail(site, payer.email)).toHaveLength(1);
  const lengthened = "SELECT count(*)::int AS notified FROM outbox WHERE subject LIKE 'Your plan now ends%'";
  expect(await rows(`SELECT notified FROM plan_lengthenings WHERE day = '${day}'`)).toEqual(await rows(lengthened));
  expect(
    await rows(`SELECT FROM account_links WHERE user_id = ${user.id} AND purpose = 'reset_password'`),
  ).toHaveLength(1);
});
