// The duration of plans and the right to download. A declared payment is a claim until a bank transaction confirms it.
// Which access a claim gives until then depends on the policy at the time of the declaration.

import { addDays, endOfDayInIndia, fromIndianClock, hourMs, toIndianClock } from '#src/rules/calendar.rules.ts';
import type { Role } from '#src/rules/roles.rules.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';

export const planNames = ['weekly', 'monthly', 'yearly'] as const;
export type PlanName = (typeof planNames)[number];

/** Duration of a plan in calendar units: seven days, one month, one year. */
export interface PlanLength {
  count: number;
  unit: 'day' | 'month' | 'year';
}

export const policies = ['trust', 'grace', 'strict'] as const;
/** Access after a declared payment: until it is rejected; for some hours; only after it has been confirmed. */
export type Policy = (typeof policies)[number];

export const claimStates = ['declared', 'confirmed', 'rejected'] as const;
export type ClaimState = (typeof claimStates)[number];

export interface Claim {
  id: number;
  plan: PlanName;
  length: PlanLength;
  state: ClaimState;
  policy: Policy;
  graceHours: number;
  declaredAt: Date;
  confirmedAt: Date | null;
  decidedAt: Date | null;
}

/** The period of a reader's consecutive plans. */
export interface Entitlement {
  plan: PlanName;
  from: Date;
  until: Date;
  /** Whether the last payment has been confirmed. */
  state: 'confirmed' | 'declared';
}

/** Plans were lengthened because a newspaper that readers were promised came late: decision 173. */
export interface Lengthening {
  /** The day that it was promised for, such as "2026-11-22": plans that ran when it ended are lengthened. */
  day: string;
  days: number;
}

/** Adds a duration in the Indian calendar: 31 January plus one month is the last day of February. */
export function addLength(from: Date, { count, unit }: PlanLength): Date {
  const india = toIndianClock(from);
  if (unit === 'day') india.setUTCDate(india.getUTCDate() + count);
  else {
    const day = india.getUTCDate();
    india.setUTCDate(1);
    india.setUTCMonth(india.getUTCMonth() + count * (unit === 'year' ? 12 : 1));
    const lastDay = new Date(Date.UTC(india.getUTCFullYear(), india.getUTCMonth() + 1, 0)).getUTCDate();
    india.setUTCDate(Math.min(day, lastDay));
  }
  return fromIndianClock(india);
}

/**
 * Whether the newest decision about a reader's claims was no rejection. If it was, his undecided claims open nothing, until
 * one of them is confirmed.
 */
export function isTrusted(claims: readonly Pick<Claim, 'state' | 'decidedAt'>[]): boolean {
  const decided = claims.filter(({ decidedAt }) => decidedAt !== null);
  const newest = decided.toSorted((a, b) => Number(a.decidedAt) - Number(b.decidedAt)).at(-1);
  return newest?.state !== 'rejected';
}

/** End of the grace period of an unconfirmed claim; undefined for other claims. */
const graceEnd = ({ state, policy, graceHours, declaredAt }: Claim): Date | undefined =>
  state === 'declared' && policy === 'grace' ? new Date(declaredAt.getTime() + graceHours * hourMs) : undefined;

/** Whether a claim gives access during its grace period. */
export function isInGrace(claim: Claim, now: Date): boolean {
  const end = graceEnd(claim);
  return end !== undefined && now < end;
}

export const openings = ['open', 'grace', 'closed', 'ended'] as const;
/** What an undecided claim opens: the downloads, as long as a plan is current; only for some time; or nothing yet. */
export type Opening = (typeof openings)[number];

/**
 * What an undecided claim opens now, with the end of its grace period: `isPaid` is whether any plan of the reader is
 * current, `trusted` is by `isTrusted`.
 */
export function openingOf(
  claim: Claim,
  { isPaid, trusted }: { isPaid: boolean; trusted: boolean },
  now: Date,
): { opens: Opening; until: Date | null } {
  if (!trusted) return { opens: 'closed', until: null };
  if (claim.policy === 'trust') return { opens: isPaid ? 'open' : 'ended', until: null };
  return isInGrace(claim, now) ? { opens: 'grace', until: graceEnd(claim) ?? null } : { opens: 'closed', until: null };
}

/** Start of the access that a claim gives; undefined if it gives none. */
function opensAt(claim: Claim, now: Date): Date | undefined {
  const { state, policy, declaredAt, confirmedAt } = claim;
  if (state === 'rejected') return undefined;
  if (state === 'confirmed') return policy === 'strict' ? (confirmedAt ?? declaredAt) : declaredAt;
  return policy === 'trust' || isInGrace(claim, now) ? declaredAt : undefined;
}

/** Extends the previous plan by a claim, or starts a new period if the previous one has ended. */
function follow(before: Entitlement | undefined, claim: Claim, opens: Date): Entitlement {
  const renewed = before && before.until > opens ? before : undefined;
  return {
    plan: claim.plan,
    from: renewed?.from ?? opens,
    until: addLength(renewed?.until ?? opens, claim.length),
    state: claim.state === 'confirmed' ? 'confirmed' : 'declared',
  };
}

const later = (one: Entitlement | undefined, other: Entitlement | undefined) =>
  one && other ? (other.until > one.until ? other : one) : (one ?? other);

// Lengthens a period by each day, until the instant `before`, that it ran at; every lengthening is considered once.
function lengthener<Late extends Lengthening>(lengthenings: readonly Late[]) {
  const waiting = lengthenings.toSorted((a, b) => a.day.localeCompare(b.day));
  const applied: (Late & { until: Date })[] = [];
  const lengthen = <Period extends Entitlement | undefined>(period: Period, before?: Date): Period => {
    let longer = period;
    for (let [late] = waiting; late && (!before || endOfDayInIndia(late.day) <= before); [late] = waiting) {
      waiting.shift();
      const due = endOfDayInIndia(late.day);
      if (!longer || longer.from > due || longer.until <= due) continue;
      const until = addDays(longer.until, late.days);
      longer = { ...longer, until };
      applied.push({ ...late, until });
    }
    return longer;
  };
  return { lengthen, applied };
}

/**
 * The plan of a reader: claims in order, each extending the one before; undecided ones only if he is trusted. Access during a grace period ends with it, and
 * does not extend later claims, because the claim may be rejected. `running` is undefined if no plan is current;
 * `lengthened` are the lengthenings of his plans, with their ends after each.
 */
export function planOf<Late extends Lengthening>(
  claims: readonly Claim[],
  lengthenings: readonly Late[],
  now: Date,
): { running: Entitlement | undefined; lengthened: (Late & { until: Date })[] } {
  const { lengthen, applied } = lengthener(lengthenings);
  const trusted = isTrusted(claims);
  let lasting: Entitlement | undefined;
  let inGrace: Entitlement | undefined;
  for (const claim of claims.toSorted((a, b) => a.declaredAt.getTime() - b.declaredAt.getTime())) {
    const opens = opensAt(claim, now);
    if (!opens || opens > now || (claim.state === 'declared' && !trusted)) continue;
    lasting = lengthen(lasting, opens);
    const end = graceEnd(claim);
    if (!end) lasting = follow(lasting, claim, opens);
    else {
      const extended = follow(later(lasting, inGrace), claim, opens);
      inGrace = { ...extended, until: extended.until < end ? extended.until : end };
    }
  }
  const running = later(lengthen(lasting), inGrace);
  return { running: running && now < running.until ? running : undefined, lengthened: applied };
}

/** The current entitlement of a reader; undefined if no plan is current. */
export const entitlementOf = (
  claims: readonly Claim[],
  now: Date,
  lengthenings: readonly Lengthening[] = [],
): Entitlement | undefined => planOf(claims, lengthenings, now).running;

/** The periods that a reader's confirmed payments have paid, oldest first; a payment within a period extends it. */
export function paidPeriods(claims: readonly Claim[], lengthenings: readonly Lengthening[] = []): Entitlement[] {
  const { lengthen } = lengthener(lengthenings);
  const periods: Entitlement[] = [];
  for (const claim of claims.toSorted((a, b) => a.declaredAt.getTime() - b.declaredAt.getTime())) {
    if (claim.state !== 'confirmed') continue;
    const opens = opensAt(claim, claim.declaredAt) ?? claim.declaredAt;
    const before = lengthen(periods.pop(), opens);
    if (before && before.until <= opens) periods.push(before);
    periods.push(follow(before, claim, opens));
  }
  const last = lengthen(periods.pop());
  return last ? [...periods, last] : [];
}

/** Whether a user may download an edition, or why not; `until` is the end of a reader's plan. */
export type DownloadRight = { ok: true; until?: Date } | { no: 'sign_in' | 'plan_needed' };

/** The newsroom may download; readers need a current plan of any kind. */
export function canDownload(role: Role, entitlement: Entitlement | undefined): DownloadRight {
  if (role === 'visitor') return { no: 'sign_in' };
  if (inNewsroom(role)) return { ok: true };
  return entitlement ? { ok: true, until: entitlement.until } : { no: 'plan_needed' };
}

/** Whether a text is the number of a UPI transaction (UTR or RRN). */
export const isUtr = (text: string): boolean => /^\d{12}$/.test(text);

/** Our payment reference: "NW", a letter for the plan, then letters and digits. Banks print it in the narration. */
export const referencePattern = /NW[WMY][A-Z2-7]{13}/; // such as NWM4F7QK2ZP5ABCD

/** Finds our reference in a bank's narration, which may have spaces in it or lower case. */
export const findReference = (narration: string): string | undefined =>
  referencePattern.exec(narration.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))?.[0];

/** Formats paise as rupees in UPI's format: 1000 → "10.00". */
export const rupees = (amountMinor: number): string => (amountMinor / 100).toFixed(2);

export interface UpiPayment {
  payeeId: string;
  payeeName: string;
  amountMinor: number;
  note: string;
  reference: string;
}

/** UPI deep link for payment apps, also the content of the QR code. Spaces are %20; the payee's @ is not escaped. */
export function upiLink({ payeeId, payeeName, amountMinor, note, reference }: UpiPayment): string {
  const parts = {
    pa: encodeURIComponent(payeeId).replaceAll('%40', '@'),
    pn: encodeURIComponent(payeeName),
    am: rupees(amountMinor),
    cu: 'INR',
    tn: encodeURIComponent(note),
    tr: reference,
  };
  return `upi://pay?${Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}

/** Whether a UPI link has this amount, payee id and payee name. */
export function isCurrentLink(
  link: string,
  { payeeId, payeeName, amountMinor }: Pick<UpiPayment, 'payeeId' | 'payeeName'> & { amountMinor: number | undefined },
): boolean {
  const parts = new URLSearchParams(link.slice(link.indexOf('?')));
  return (
    amountMinor !== undefined &&
    parts.get('am') === rupees(amountMinor) &&
    parts.get('pa') === payeeId &&
    parts.get('pn') === payeeName
  );
}

/** Detects phones by the user agents in the specification. */
export const isPhone = (userAgent: string): boolean => /iPhone|iPad|iPod|Android/i.test(userAgent);
