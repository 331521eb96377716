// Complaints to the grievance officer about published content or data protection. He acknowledges within 24 hours and
// decides within 15 days (IT Rules 2021, rule 11); the counts are published by month.

import { checkUserForm } from '#src/accounts/users/users.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { addDays, isoDate } from '#src/rules/calendar.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';

/** Topics of a grievance. */
export const grievanceTopics = ['story', 'data', 'work', 'payment', 'other'] as const;
export type GrievanceTopic = (typeof grievanceTopics)[number];

export const grievanceTopicText: Record<GrievanceTopic, TextKey> = {
  story: 'grievances.topicStory',
  data: 'grievances.topicData',
  work: 'grievances.topicWork',
  payment: 'grievances.topicPayment',
  other: 'grievances.topicOther',
};

/** Possible decisions; a decision is final. */
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

/** Time limit for the decision, in days. */
export const decisionDays = 15;

export const decisionDue = (receivedAt: Date): Date => addDays(receivedAt, decisionDays);

/** Reference number of a grievance: "GR-2026-17", with the year in India. */
export const grievanceNumber = (id: number, receivedAt: Date): string =>
  `GR-${indianMonth(receivedAt).slice(0, 4)}-${id}`;

/** The form's fields. */
export interface GrievanceForm {
  name: string;
  email: string;
  topic: string;
  text: string;
}

export const isTopic = (text: string): text is GrievanceTopic => grievanceTopics.some((topic) => topic === text);

/** Errors by field; empty if the grievance is valid. */
export function checkGrievance({ name, email, topic, text }: GrievanceForm): ValidationErrors<keyof GrievanceForm> {
  const person = checkUserForm({ name, email, mobile: '' }, false);
  const errors: ValidationErrors<keyof GrievanceForm> = {
    ...(person.name && { name: person.name }),
    ...(person.email && { email: person.email }),
  };
  if (!isTopic(topic)) errors.topic = { key: topic ? 'errors.invalidField' : 'grievances.topicRequired' };
  if (!text.trim()) errors.text = { key: 'errors.required' };
  else if (text.trim().length > grievanceTextMaxLength) errors.text = { key: 'grievances.tooLong' };
  return errors;
}

/** Counts of a month such as "2026-11". */
export interface MonthCount {
  month: string;
  received: number;
  disposed: number;
}

/** A month of the disclosure; `pending` is the number of undecided grievances at its end. */
export interface Disclosure extends MonthCount {
  pending: number;
}

const monthsShown = 24;

/** Fills in the months without events from the first grievance up to this month, newest first. */
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

/** The month of an instant in India: "2026-11". */
export const indianMonth = (at: Date): string => isoDate(at).slice(0, 7);

function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}
