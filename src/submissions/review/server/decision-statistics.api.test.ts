import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { ArticleType } from '#src/submissions/submission/form.rules.ts';
import { submissionHistory, submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import type { State } from '#src/submissions/submission/submission-states.rules.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
beforeEach(async () => {
  await site.db.execute('TRUNCATE submissions CASCADE');
});

interface Work {
  type?: ArticleType;
  state?: State;
  /** Days before now; `decided`, `reviewed` and `published` after it was received. */
  received: number;
  decided?: number;
  accepted?: boolean;
  reviewed?: number;
  published?: number;
}

/** Inserts a work with its history, which would take months through the API. */
async function add({ type = 'essay', received, decided, accepted = false, reviewed, published, ...work }: Work) {
  const receivedAt = addDays(site.services.now(), -received);
  const after = (days: number) => addDays(receivedAt, days);
  const decision = accepted ? ('approved' as const) : ('rejected' as const);
  const state = work.state ?? (decided === undefined ? 'pending' : decision);
  const row = { username: 'A', email: 'a@a.test', mobile: '', title: 'T', abstract: '', institution: '' };
  const [created] = await site.db
    .insert(submissions)
    .values({
      ...row,
      articleType: type,
      state,
      receivedAt,
      updatedAt: receivedAt,
      publicId: state === 'approved' ? crypto.randomUUID() : null,
      ...(published !== undefined && { publishedAt: after(published), exposedAt: after(published) }),
    })
    .returning({ id: submissions.id });
  const entry = (action: string, days: number, from: State | null, to: State) => ({
    submissionId: created?.id ?? 0,
    at: after(days),
    actor: 'E',
    action,
    from,
    to,
  });
  await site.db
    .insert(submissionHistory)
    .values([
      entry('submit', 0, null, state === 'awaiting_consent' ? state : 'pending'),
      ...(reviewed === undefined ? [] : [entry('start_review', reviewed, 'pending', 'in_review')]),
      ...(decided === undefined ? [] : [entry(accepted ? 'approve' : 'reject', decided, 'in_review', decision)]),
    ]);
  return { id: created?.id ?? 0, entry };
}

const addMany = async (count: number, work: Work) => {
  for (let n = 0; n < count; n += 1) await add(work);
};
const statistics = async () => (await site.visitor.get('/api/submissions/figures')).body;
const of = (year: { kinds: { kind: string; figures: unknown }[] }, kind: ArticleType) =>
  year.kinds.find((entry) => entry.kind === kind)?.figures;

describe('works', () => {
  test('shares and medians of a year, of all and of each kind', async () => {
    await addMany(3, { received: 40, reviewed: 1, decided: 2, accepted: true, published: 4 });
    await addMany(3, { received: 40, reviewed: 3, decided: 8 });
    await addMany(2, { received: 30 });
    await addMany(5, { type: 'letter', received: 20, decided: 10, accepted: true, published: 10 });
    const year = await statistics();
    expect(of(year, 'essay')).toEqual({
      received: 8,
      accepted: 50,
      days_to_review: 2,
      days_to_decision: 5,
      days_to_publication: null, // of three only
    });
    expect(of(year, 'letter')).toMatchObject({
      received: 5,
      accepted: 100,
      days_to_review: null,
      days_to_publication: 0,
    });
    expect(year.all).toMatchObject({ received: 13, accepted: 73, days_to_decision: 8, days_to_publication: 0 });
  });

  test('a decision that is changed later, and a work that is deleted later, count as first decided', async () => {
    await addMany(4, { received: 40, decided: 2, accepted: true });
    const { entry } = await add({ received: 40, decided: 2, accepted: true, state: 'deleted' });
    await site.db.insert(submissionHistory).values(entry('reject', 9, 'approved', 'rejected'));
    expect(of(await statistics(), 'essay')).toMatchObject({ received: 5, accepted: 100, days_to_decision: 2 });
  });

  test('what is older than a year, what happens today, and what never reached the newsroom does not count', async () => {
    await addMany(5, { received: 40, decided: 2 });
    const before = await statistics();
    await addMany(5, { received: 400, decided: 10, accepted: true });
    await addMany(5, { received: 0.0001, decided: 0, accepted: true });
    await add({ received: 40, state: 'awaiting_consent' });
    expect(await statistics()).toEqual(before);
  });
});

describe('refuses', () => {
  test('figures of fewer than five decisions, also by subtraction', async () => {
    await addMany(4, { received: 40, decided: 2 });
    expect(await statistics()).toMatchObject({ all: null });
    await addMany(6, { type: 'letter', received: 40, decided: 2, accepted: true });
    const year = await statistics();
    expect(year.all).toMatchObject({ accepted: 60 });
    expect([of(year, 'essay'), of(year, 'letter')]).toEqual([null, null]);
  });
});
