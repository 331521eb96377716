import { randomInt } from 'node:crypto';
import type { PersonalData } from '#src/accounts/server/own-data.service.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { brokenConstraint } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { base32 } from '#src/platform/passes.ts';
import type { Offer, Offers, OwnPlan, PaymentLink } from '../plans.contract.ts';
import {
  canDownload,
  type DownloadRight,
  entitlementOf,
  type PlanLength,
  type PlanName,
  planNames,
  referencePattern,
  upiLink,
} from '../plans.rules.ts';
import { graceHours, gstin, lengths, policy, prices, upiId, upiPayee } from '../plans.settings.ts';
import { stateCode } from '../states.rules.ts';
import { matchClaim } from './matching.service.ts';
import {
  createClaim,
  eraseBuyer,
  listClaimsOf,
  listClaimsWithReceipts,
  ruleClaim,
  setReminders,
  wantsReminders,
} from './plans.queries.ts';
import { forgetReceiptFiles } from './receipts.service.ts';
import { holdStatements } from './statements.queries.ts';

const declarations: Limit = { name: 'payments', attempts: 20, perSeconds: 86_400 };

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

/** A UPI link for a plan. Its reference serves one payment of this plan at today's price; nothing is stored yet. */
export function getPaymentLink(ctx: Context, plan: PlanName): PaymentLink {
  const amountMinor = ctx.settings.get(prices[plan]);
  const random = Array.from({ length: 8 }, () => base32.charAt(randomInt(32))).join('');
  const reference = referenceOf(ctx, plan, amountMinor, random);
  const note = `${ctx.settings.get(upiPayee)} ${plan} plan`.replaceAll(/[^A-Za-z0-9 -]/g, '').slice(0, 50);
  const payee = { payeeId: ctx.settings.get(upiId), payeeName: ctx.settings.get(upiPayee) };
  return { plan, reference, amount_minor: amountMinor, upi_link: upiLink({ ...payee, amountMinor, note, reference }) };
}

// "NW", the plan's letter, eight random signs, and five that only we can make for plan, amount and those eight.
const referenceOf = ({ passes }: Context, plan: PlanName, amountMinor: number, random: string) =>
  `NW${plan.charAt(0).toUpperCase()}${random}${passes.mark(`${plan} ${amountMinor} ${random}`, 5)}`;

export interface Declaration {
  plan: PlanName;
  reference: string;
  amount_minor: number;
  utr?: string | undefined;
  state?: string | undefined;
  pin?: string | undefined;
}

/**
 * Records that a payment was made; the bank's line may be here already, and confirms it at once. Declaring the same
 * reference again changes nothing. Throws `invalid` for a reference that we did not give out, and `conflict` when it or
 * the UTR serves another claim.
 */
export async function declarePayment(
  ctx: Context,
  { plan, reference, amount_minor: amountMinor, utr, state = '', pin = '' }: Declaration,
): Promise<OwnPlan> {
  const { userId } = signedIn(ctx);
  if (!referencePattern.test(reference) || reference !== referenceOf(ctx, plan, amountMinor, reference.slice(3, 11)))
    throw invalid({ reference: { key: 'plans.referenceInvalid' } });
  if (ctx.settings.get(gstin)) requirePlace(state, pin);
  if ((await listClaimsOf(ctx.db, userId)).some((claim) => claim.reference === reference)) return getOwnPlan(ctx);
  await ctx.limits.count(declarations, String(userId));
  const { count, unit } = lengthOf(ctx.settings, plan);
  try {
    const id = await ctx.db.transaction(async (tx) => {
      await holdStatements(tx);
      const claim = await createClaim(tx, {
        userId,
        plan,
        reference,
        amountMinor,
        utr: utr || null,
        lengthCount: count,
        lengthUnit: unit,
        policy: ctx.settings.get(policy),
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
    const broken = brokenConstraint(error);
    if (broken === 'payment_claims_utr_key')
      throw new AppError('conflict', 'plans.utrTaken', { fields: { utr: { key: 'plans.utrTaken' } } });
    // Two presses of the button at once: the other one has recorded it.
    if (broken !== 'payment_claims_reference_key' || !(await ownsReference(ctx, userId, reference)))
      throw broken ? new AppError('conflict', 'plans.referenceTaken') : error;
  }
  return getOwnPlan(ctx);
}

const ownsReference = async (ctx: Context, userId: number, reference: string) =>
  (await listClaimsOf(ctx.db, userId)).some((claim) => claim.reference === reference);

// On a tax invoice for an online service the buyer's state and PIN must stand (rule 46, proviso to clause f).
function requirePlace(state: string, pin: string) {
  const faults = {
    ...(!stateCode(state) && { state: { key: state.trim() ? 'errors.invalidField' : 'errors.required' } as const }),
    ...(!/^\d{6}$/.test(pin.trim()) && { pin: { key: 'plans.pinInvalid' } as const }),
  };
  if (Object.keys(faults).length) throw invalid(faults);
}

/** Whether the actor may download editions now. */
export async function getDownloadRight({
  db,
  now,
  actor,
}: Pick<Context, 'db' | 'now' | 'actor'>): Promise<DownloadRight> {
  if (actor.role !== 'reader') return canDownload(actor.role, undefined);
  return canDownload(actor.role, entitlementOf((await listClaimsOf(db, actor.userId)).map(ruleClaim), now()));
}

/** One's own plan and payments; the browser's `isPaid` is a mirror of it. */
export async function getOwnPlan(ctx: Context): Promise<OwnPlan> {
  const { userId } = signedIn(ctx);
  const rows = await listClaimsWithReceipts(ctx.db, userId);
  const running = entitlementOf(
    rows.map(({ claim }) => ruleClaim(claim)),
    ctx.now(),
  );
  return {
    isPaid: running !== undefined,
    plan: running?.plan ?? null,
    since: running?.from.toISOString() ?? null,
    until: running?.until.toISOString() ?? null,
    state: running?.state ?? null,
    reminders: await wantsReminders(ctx.db, userId),
    claims: rows.map(({ claim, receipt }) => ({
      id: claim.id,
      plan: claim.plan,
      reference: claim.reference,
      amount_minor: claim.amountMinor,
      utr: claim.utr,
      state: claim.state,
      declared_at: claim.declaredAt.toISOString(),
      receipt: receipt && `/receipts/${receipt.id}`,
    })),
  };
}

export async function changeReminders(ctx: Context, on: boolean): Promise<void> {
  await setReminders(ctx.db, signedIn(ctx).userId, on);
}

/** Payments as personal data: shown to their payer; kept without him when he leaves, since books must be kept. */
export const paymentsData: PersonalData = {
  name: 'payments',
  collect: async (ctx, userId) =>
    (await listClaimsWithReceipts(ctx.db, userId)).map(({ claim, receipt }) => ({ ...claim, receipt })),
  async erase(ctx, tx, userId) {
    await ctx.jobs.send(forgetReceiptFiles, { ids: await eraseBuyer(tx, userId) }, { within: tx });
  },
};
