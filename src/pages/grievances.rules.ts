// Whoever is harmed by what we published, or by how we handle data, complains to the grievance officer. He acknowledges
// within 24 hours and decides within 15 days (IT Rules 2021, rule 11), and the counts are published by month.
import { checkPerson, type Fault } from '#src/accounts/people.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';

/** What a grievance can be about. */
export const grievanceTopics = ['story', 'data', 'work', 'payment', 'other'] as const;
export type GrievanceTopic = (typeof grievanceTopics)[number];

export const grievanceTopicText: Record<GrievanceTopic, TextKey> = {
  story: 'grievances.topicStory',
  data: 'grievances.topicData',
  work: 'grievances.topicWork',
  payment: 'grievances.topicPayment',
  other: 'grievances.topicOther',
};

/** What the officer can decide; a decision stands. */
export const grievanceDecisions = ['upheld', 'partly_upheld', 'dismissed'] as const;
export type GrievanceDecision = (typeof grievanceDecisions)[number];

export const grievanceStates = ['pending', ...grievanceDecisions] as const;
export type GrievanceState = (typeof grievanceStates)[number];

export const grievanceStateText: Record<GrievanceState, TextKey> = {
  pending: 'grievances.statePending',
  upheld: 'grievances.stateUpheld',
  partly_upheld: 'grievances.statePartlyUpheld',
  dismissed: 'grievances.stateDismissed',
};

export const grievanceTextMaxLength = 5000;
export const decisionMaxLength = 5000;

/** Days in which the officer has to decide. */
export const decisionDays = 15;

export const decisionDue = (receivedAt: Date): Date => new Date(receivedAt.getTime() + decisionDays * 86_400_000);

/** What a grievance is called in mails and on the phone: "GR-2026-17". The year is India's. */
export const grievanceNumber = (id: number, receivedAt: Date): string =>
  `GR-${indianMonth(receivedAt).slice(0, 4)}-${id}`;

/** A grievance as the form has it. */
export interface GrievanceForm {
  name: string;
  email: string;
  topic: string;
  text: string;
}

export const isTopic = (text: string): text is GrievanceTopic => grievanceTopics.some((topic) => topic === text);

/** What is wrong with each field; nothing when the grievance can be kept. */
export function checkGrievance({
  name,
  email,
  topic,
  text,
}: GrievanceForm): Partial<Record<keyof GrievanceForm, Fault>> {
  const person = checkPerson({ name, email, mobile: '' }, false);
  const faults: Partial<Record<keyof GrievanceForm, Fault>> = {
    ...(person.name && { name: person.name }),
    ...(person.email && { email: person.email }),
  };
  if (!isTopic(topic)) faults.topic = { key: topic ? 'errors.invalidField' : 'grievances.topicRequired' };
  if (!text.trim()) faults.text = { key: 'errors.required' };
  else if (text.trim().length > grievanceTextMaxLength) faults.text = { key: 'grievances.tooLong' };
  return faults;
}

/** A month such as "2026-11", and what happened in it. */
export interface MonthCount {
  month: string;
  received: number;
  disposed: number;
}

/** A month of the disclosure; `pending` is what was undecided when it ended. */
export interface Disclosure extends MonthCount {
  pending: number;
}

const monthsShown = 24;

/** Every month since the first grievance up to this one, newest first, from the months in which something happened. */
export function disclose(counts: MonthCount[], thisMonth: string): Disclosure[] {
  const byMonth = new Map(counts.map((count) => [count.month, count]));
  const first = [thisMonth, ...byMonth.keys()].sort()[0] ?? thisMonth;
  const table: Disclosure[] = [];
  let pending = 0;
  for (let month = first; month <= thisMonth; month = monthAfter(month)) {
    const { received, disposed } = byMonth.get(month) ?? { received: 0, disposed: 0 };
    pending += received - disposed;
    table.unshift({ month, received, disposed, pending });
  }
  return table.slice(0, monthsShown);
}

/** The month that an instant lies in, in India: "2026-11". */
export const indianMonth = (at: Date): string => indianDay.format(at).slice(0, 7);

const indianDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Kolkata' }); // "2026-11-22"

function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}
