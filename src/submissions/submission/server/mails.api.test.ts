import { beforeAll, expect, test } from 'vitest';
import { decide, submissionFields } from '#test/factories/submissions.ts';
import { allMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const desk = 'review@desk.test';

beforeAll(async () => {
  await site.db.execute(`
    CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'No row is taken here'; END $$`);
  const saved = await (await site.as('admin')).json('PUT', '/api/settings', {
    values: { 'submissions.desk_email': desk },
  });
  expect(saved.status).toBe(200);
});

/** Runs `act` while inserts into a table fail. */
async function without<T>(table: string, act: () => Promise<T>): Promise<T> {
  await site.db.execute(`CREATE TRIGGER refuses BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_row()`);
  try {
    return await act();
  } finally {
    await site.db.execute(`DROP TRIGGER refuses ON ${table}`);
  }
}

// State, history and mails of the author’s only submission.
async function storedState(userId: number, email: string) {
  const rowsOf = async (query: string) => (await site.db.execute(query)).rows;
  return {
    states: await rowsOf(`SELECT id, state, public_id, decided_at FROM submissions WHERE author_id = ${userId}`),
    history: await rowsOf(`SELECT action FROM submission_history WHERE actor_id IS NOT NULL ORDER BY id`),
    mails: await rowsOf(`SELECT subject, reply_to FROM outbox WHERE recipient = '${email}' ORDER BY id`),
  };
}

test.each(['outbox', 'submission_history'])(
  'receipt, review and decision write state, history and one mail each, or nothing if %s fails',
  async (table) => {
    const { id: userId, email } = await site.createUser('reader');
    const author = await site.visitor.login('/api/newswings_login', email, password);
    const editor = await site.as('editor');
    const fields = await submissionFields({ title: 'Salt pans' });
    const workId = async () => (await storedState(userId, email)).states[0]?.id as number; // it has been submitted
    const steps = [
      { act: () => author.form('POST', '/api/create-article', fields), state: 'pending' },
      { act: async () => editor.json('POST', `/api/submissions/${await workId()}/review`, {}), state: 'in_review' },
      { act: async () => decide(editor, await workId(), 'approved'), state: 'approved' },
    ];
    for (const [index, { act, state }] of steps.entries()) {
      const before = await storedState(userId, email);
      expect((await without(table, act)).status).toBe(500);
      expect(await storedState(userId, email)).toEqual(before);
      expect((await act()).status).toBeLessThan(300);
      const after = await storedState(userId, email);
      expect(after.states).toMatchObject([{ state }]);
      expect(after.history).toHaveLength(before.history.length + 1);
      expect(after.mails).toHaveLength(index + 1);
    }
    await expect.poll(() => allMail(site, email)).toHaveLength(steps.length);
    const mails = await allMail(site, email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'We have received “Salt pans”',
      'The review of “Salt pans” has begun',
      '“Salt pans” has been approved',
    ]);
    const { hostname } = new URL(site.services.config.siteUrl);
    for (const mail of mails)
      expect(mail).toMatchObject({ from: `no-reply@${hostname}`, fromName: 'News Wing', replyTo: desk });
  },
);
