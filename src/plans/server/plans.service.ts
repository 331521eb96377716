import { randomInt } from 'node:crypto';
import { wantsReminders } from '#src/accounts/account/server/reminders.service.ts';
import { defineLimit } from '#src/calls/call.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid, requireValid } from '#src/platform/errors.ts';
import { base32 } from '#src/platform/secrets/signed-codes.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import type { MyPlan, Offer, Offers, PaymentLink } from '../plans.contract.ts';
import {
  canDownload,
  type DownloadRight,
  entitlementOf,
  isTrusted,
  openingOf,
  type PlanLength,
  type PlanName,
  type Policy,
  planNames,
  planOf,
  referencePattern,
  upiLink,
} from '../plans.rules.ts';
import { graceHours, gstin, lengths, policy, prices, upiId, upiPayee } from '../plans.settings.ts';
import { checkDetails } from '../states.rules.ts';
import { listLengthenings } from './lengthenings.queries.ts';
import { matchClaim } from './matching.service.ts';
import { createClaim, eraseBuyer, listClaimsOf, listClaimsWithReceipts, ruleClaim } from './plans.queries.ts';
import { deleteReceiptFiles } from './receipts.jobs.ts';
import { lockShared } from './statements.queries.ts';

const declarations = defineLimit({ name: 'payments', attempts: 20, perSeconds: daySeconds, per: 'account' });

/** The plans with their prices, and how to pay. */
export function getOffers({ settings }: Pick<Context, 'settings'>): Offers {
  return {
    plans: planNames.map(
      (plan): Offer => ({
        plan,
        amount_minor: settings.get(prices[plan]),
        currency: 'INR',
        length: lengthOf(settings, plan),
      }),
    ),
    upi_id: settings.get(upiId),
    payee: settings.get(upiPayee),
    policy: settings.get(policy),
    grace_hours: settings.get(graceHours),
    asks_state: settings.get(gstin) !== '',
  };
}

const units = { weekly: 'day', monthly: 'month', yearly: 'year' } as const;
const lengthOf = (settings: Context['settings'], plan: PlanName): PlanLength => ({
  count: settings.get(lengths[plan]),
  unit: units[plan],
});

/** A UPI link for a plan. Its reference is for one payment at the current price; nothing is stored. */
export function getPaymentLink(ctx: Context, plan: PlanName): PaymentLink {
  const amountMinor = ctx.settings.get(prices[plan]);
  const random = Array.from({ length: 8 }, () => base32.charAt(randomInt(32))).join('');
  const reference = referenceOf(ctx, plan, amountMinor, random);
  const note = `${ctx.settings.get(upiPayee)} ${plan} plan`.replaceAll(/[^A-Za-z0-9 -]/g, '').slice(0, 50);
  const payee = { payeeId: ctx.settings.get(upiId), payeeName: ctx.settings.get(upiPayee) };
  return { plan, reference, amount_minor: amountMinor, upi_link: upiLink({ ...payee, amountMinor, note, reference }) };
}

// "NW", the plan's letter, eight random characters, and five characters of an HMAC of plan, amount and these eight.
const referenceOf = ({ signedUrls }: Context, plan: PlanName, amountMinor: number, random: string) =>
  `NW${plan.charAt(0).toUpperCase()}${random}${signedUrls.hmac(`${plan} ${amountMinor} ${random}`, 5)}`;

export interface Declaration {
  plan: PlanName;
  reference: string;
  amount_minor: number;
  utr?: string | undefined;
  state?: string | undefined;
  pin?: string | undefined;
}

/**
 * Records a declared payment, and confirms it if its bank transaction has been imported already. After a rejection it opens
 * nothing before it is confirmed, whatever the policy. Idempotent for the
 * same reference. Throws `invalid` for a reference that we did not issue, and `conflict` if another claim has the
 * reference or the UTR.
 */
export async function declarePayment(
  ctx: Context,
  { plan, reference, amount_minor: amountMinor, utr, state = '', pin = '' }: Declaration,
): Promise<MyPlan> {
  const { userId } = requireUser(ctx);
  if (!referencePattern.test(reference) || reference !== referenceOf(ctx, plan, amountMinor, reference.slice(3, 11)))
    throw invalid({ reference: { key: 'plans.referenceInvalid' } });
  requireValid(checkDetails({ utr: utr ?? '', state, pin }, ctx.settings.get(gstin) !== ''));
  const earlier = await listClaimsOf(ctx.db, userId);
  if (earlier.some((claim) => claim.reference === reference)) return getMyPlan(ctx);
  await ctx.limits.count(declarations, String(userId));
  const { count, unit } = lengthOf(ctx.settings, plan);
  try {
    const id = await ctx.db.transaction(async (tx) => {
      await lockShared(tx);
      const claim = await createClaim(tx, {
        userId,
        plan,
        reference,
        amountMinor,
        utr: utr || null,
        lengthCount: count,
        lengthUnit: unit,
        policy: policyFor(ctx, earlier),
        graceHours: ctx.settings.get(graceHours),
        buyerState: state.trim() || null,
        buyerPin: pin.trim() || null,
        language: ctx.language,
        declaredAt: ctx.now(),
      });
      await matchClaim(ctx, tx, claim);
      return claim.id;
    });
    ctx.log.info({ actor: userId, claim: id, plan }, 'payment declared');
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'payment_claims_utr_key')
      throw new AppError('conflict', 'plans.utrTaken', { fields: { utr: { key: 'plans.utrTaken' } } });
    // A concurrent request of the same user, such as a double click, has recorded the payment.
    if (constraint !== 'payment_claims_reference_key' || !(await ownsReference(ctx, userId, reference)))
      throw constraint ? new AppError('conflict', 'plans.referenceTaken') : error;
  }
  return getMyPlan(ctx);
}

const policyFor = ({ settings }: Context, claims: Parameters<typeof isTrusted>[0]): Policy =>
  isTrusted(claims) ? settings.get(policy) : 'strict';

const ownsReference = async (ctx: Context, userId: number, reference: string) =>
  (await listClaimsOf(ctx.db, userId)).some((claim) => claim.reference === reference);

/** Whether the current user may download editions now. */
export async function getDownloadRight({
  db,
  now,
  actor,
}: Pick<Context, 'db' | 'now' | 'actor'>): Promise<DownloadRight> {
  if (actor.role !== 'reader') return canDownload(actor.role, undefined);
  const [claims, lengthenings] = await Promise.all([listClaimsOf(db, actor.userId), listLengthenings(db)]);
  return canDownload(actor.role, entitlementOf(claims.map(ruleClaim), now(), lengthenings));
}

/** The current user's plan and payments; the browser caches `isPaid` of it. */
export async function getMyPlan(ctx: Context): Promise<MyPlan> {
  const { userId } = requireUser(ctx);
  const [rows, lengthenings] = await Promise.all([listClaimsWithReceipts(ctx.db, userId), listLengthenings(ctx.db)]);
  const rules = rows.map(({ claim }) => ruleClaim(claim));
  const trusted = isTrusted(rules);
  const { running: current, lengthened } = planOf(rules, lengthenings, ctx.now());
  return {
    isPaid: current !== undefined,
    plan: current?.plan ?? null,
    since: current?.from.toISOString() ?? null,
    until: current?.until.toISOString() ?? null,
    state: current?.state ?? null,
    reminders: await wantsReminders(ctx),
    policy: policyFor(ctx, rules),
    lengthenings: lengthened
      .toReversed()
      .map(({ day, days, came, until }) => ({ day, days, came, until: until.toISOString() })),
    claims: rows.map(({ claim, receipt }) => {
      const { opens, until } = openingOf(ruleClaim(claim), { isPaid: current !== undefined, trusted }, ctx.now());
      return {
        id: claim.id,
        plan: claim.plan,
        reference: claim.reference,
        amount_minor: claim.amountMinor,
        utr: claim.utr,
        state: claim.state,
        declared_at: claim.declaredAt.toISOString(),
        decided_at: claim.decidedAt?.toISOString() ?? null,
        opens,
        opens_until: until?.toISOString() ?? null,
        receipt: receipt && `/receipts/${receipt.id}`,
      };
    }),
  };
}

/** Payments in the export of personal data; anonymized on erasure, because accounting records must be kept. */
export const paymentsData: PersonalData = {
  name: 'payments',
  collect: async (ctx, userId) =>
    (await listClaimsWithReceipts(ctx.db, userId)).map(({ claim, receipt }) => ({ ...claim, receipt })),
  async erase(ctx, tx, userId) {
    await ctx.jobs.send(deleteReceiptFiles, { ids: await eraseBuyer(tx, userId) }, { within: tx });
  },
};
