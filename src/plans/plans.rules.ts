// What a plan costs, how long it runs, and who may download. A payment is a claim until a line of the bank proves it;
// what a claim opens meanwhile is the paper's policy at the time when it was made.

export const planNames = ['weekly', 'monthly', 'yearly'] as const;
export type PlanName = (typeof planNames)[number];

/** A length of time by the calendar: seven days, one month, one year. */
export interface PlanLength {
  count: number;
  unit: 'day' | 'month' | 'year';
}

export const policies = ['trust', 'grace', 'strict'] as const;
/** What a declared payment opens: everything until it is rejected; the same for some hours; nothing until it is confirmed. */
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
}

/** Until when a reader's plans run, and since when. */
export interface Entitlement {
  plan: PlanName;
  from: Date;
  until: Date;
  /** Whether the last of the payments behind it has been confirmed. */
  state: 'confirmed' | 'declared';
}

const hourMs = 3_600_000;
const indiaOffsetMs = 5.5 * hourMs; // UTC+5:30, without summer time

/** The instant a length of time later, by the Indian calendar: 31 January and a month is the last of February. */
export function addLength(from: Date, { count, unit }: PlanLength): Date {
  const india = new Date(from.getTime() + indiaOffsetMs);
  if (unit === 'day') india.setUTCDate(india.getUTCDate() + count);
  else {
    const day = india.getUTCDate();
    india.setUTCDate(1);
    india.setUTCMonth(india.getUTCMonth() + count * (unit === 'year' ? 12 : 1));
    const lastDay = new Date(Date.UTC(india.getUTCFullYear(), india.getUTCMonth() + 1, 0)).getUTCDate();
    india.setUTCDate(Math.min(day, lastDay));
  }
  return new Date(india.getTime() - indiaOffsetMs);
}

/** When the hours of grace of a claim end that waits for its confirmation; undefined for all other claims. */
const graceEnd = ({ state, policy, graceHours, declaredAt }: Claim): Date | undefined =>
  state === 'declared' && policy === 'grace' ? new Date(declaredAt.getTime() + graceHours * hourMs) : undefined;

/** Whether a claim opens something now only until it is decided, or its hours are over. */
export function isInGrace(claim: Claim, now: Date): boolean {
  const end = graceEnd(claim);
  return end !== undefined && now < end;
}

/** When a claim begins to open anything, or undefined while it opens nothing. */
function opensAt(claim: Claim, now: Date): Date | undefined {
  const { state, policy, declaredAt, confirmedAt } = claim;
  if (state === 'rejected') return undefined;
  if (state === 'confirmed') return policy === 'strict' ? (confirmedAt ?? declaredAt) : declaredAt;
  return policy === 'trust' || isInGrace(claim, now) ? declaredAt : undefined;
}

/** What a claim makes of the plan before it: it begins where that ends, or anew after a pause. */
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

/**
 * A reader's running plan: claims in their order, each beginning where the one before it ends. What a claim opens by
 * grace ends with its hours, and nothing is counted from it: it may yet be worth nothing. Undefined when none runs.
 */
export function entitlementOf(claims: readonly Claim[], now: Date): Entitlement | undefined {
  let certain: Entitlement | undefined;
  let graced: Entitlement | undefined;
  for (const claim of claims.toSorted((a, b) => a.declaredAt.getTime() - b.declaredAt.getTime())) {
    const opens = opensAt(claim, now);
    if (!opens || opens > now) continue;
    const end = graceEnd(claim);
    if (!end) certain = follow(certain, claim, opens);
    else {
      const whole = follow(later(certain, graced), claim, opens);
      graced = { ...whole, until: whole.until < end ? whole.until : end };
    }
  }
  const running = later(certain, graced);
  return running && now < running.until ? running : undefined;
}

/** Why somebody may not download an edition, or that he may; `until` is the end of a reader's plan. */
export type DownloadRight = { ok: true; until?: Date } | { no: 'sign_in' | 'plan_needed' };

/** Whoever publishes may download; readers need a running plan, whichever it is. */
export function canDownload(
  role: 'visitor' | 'reader' | 'editor' | 'admin',
  entitlement: Entitlement | undefined,
): DownloadRight {
  if (role === 'visitor') return { no: 'sign_in' };
  if (role !== 'reader') return { ok: true };
  return entitlement ? { ok: true, until: entitlement.until } : { no: 'plan_needed' };
}

/** A UPI transaction's number (UTR or RRN). */
export const isUtr = (text: string): boolean => /^\d{12}$/.test(text);

/** A reference of ours: "NW", a letter for the plan, then letters and digits. Found in what a bank prints of a payment. */
export const referencePattern = /NW[WMY][A-Z2-7]{13}/; // such as NWM4F7QK2ZP5ABCD

/** The first reference of ours in a bank's narration, which may break or lower-case it. */
export const findReference = (narration: string): string | undefined =>
  referencePattern.exec(narration.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))?.[0];

/** Rupees as UPI wants them, from paise: 1000 → "10.00". */
export const rupees = (amountMinor: number): string => (amountMinor / 100).toFixed(2);

export interface UpiPayment {
  payeeId: string;
  payeeName: string;
  amountMinor: number;
  note: string;
  reference: string;
}

/** The link that payment apps open; the same text stands in the QR code. Spaces are %20, the payee's @ stays as it is. */
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

/** Whether a UPI link still pays this much to this payee, under the same name. */
export function isLinkOf(
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

/** Phone-type devices, as the specification tells them. */
export const isPhone = (userAgent: string): boolean => /iPhone|iPad|iPod|Android/i.test(userAgent);
