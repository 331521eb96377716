import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { addDays, isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { DecidedLengthening, LateNewspaper } from '../plans.contract.ts';
import { planOf } from '../plans.rules.ts';
import { notifyOfLengthening } from './lengthenings.jobs.ts';
import {
  createLengthening,
  findLengtheningSince,
  listLengthenings,
  listNewestLengthenings,
} from './lengthenings.queries.ts';
import { listClaimsOf, ruleClaim } from './plans.queries.ts';

/**
 * Lengthens all plans that ran at the end of the day for which a newspaper was promised, and mails their readers. Once
 * for a day: does nothing if that has been done.
 */
export async function lengthenPlans(ctx: Context, tx: Db, { day, days, came }: LateNewspaper): Promise<void> {
  if (!(await createLengthening(tx, { day, days, came, decidedAt: ctx.now() }))) return;
  await recordAuditEvent(ctx, tx, {
    action: 'plans.lengthened',
    subject: `newspaper of ${day}`,
    details: { days, came },
  });
  await ctx.jobs.send(notifyOfLengthening, { day, after: 0 }, { within: tx });
}

/** The newest lengthenings, for the accounts. */
export const getLengthenings = async ({ db }: Context): Promise<DecidedLengthening[]> =>
  (await listNewestLengthenings(db, 50)).map(({ decidedAt, ...row }) => ({
    ...row,
    decided_at: decidedAt.toISOString(),
  }));

// How long readers see on the page of the e-paper that it came late.
const recentDays = 14;

/** The last lengthening, if it is recent. */
export async function getRecentLengthening({ db, now }: Pick<Context, 'db' | 'now'>): Promise<LateNewspaper | null> {
  return (await findLengtheningSince(db, startOfDayInIndia(isoDate(addDays(now(), -recentDays))))) ?? null;
}

/** Lengthenings in the export of personal data: derived from payments, so that nothing of them has to be erased. */
export const lengtheningsData: PersonalData = {
  name: 'plan_lengthenings',
  async collect({ db, now }, userId) {
    const [claims, lengthenings] = await Promise.all([listClaimsOf(db, userId), listLengthenings(db)]);
    return planOf(claims.map(ruleClaim), lengthenings, now()).lengthened;
  },
  async erase() {},
};
