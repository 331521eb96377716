// What the page "How we decide" shows of the decisions of a year: nothing that would be about single people.
import type { ArticleType } from '#src/submissions/submission/form.rules.ts';

/** With fewer decisions there are no statistics. */
export const fewestDecisions = 5;

/** The first decisions on the works of a kind, or of all kinds. Days are medians, null if there is none. */
export interface DecisionCounts {
  received: number;
  decided: number;
  accepted: number;
  daysToDecision: number | null;
  reviewed: number;
  daysToReview: number | null;
  published: number;
  daysToPublication: number | null;
}

/** What is published of them. Without the number of decisions: with it, percentages would be numbers of people. */
export interface DecisionStatistics {
  received: number;
  /** Share of the decisions, in percent. */
  accepted: number;
  /** Medians, in whole days; null if there are too few. */
  days_to_decision: number;
  days_to_review: number | null;
  days_to_publication: number | null;
}

const enough = (count: number) => count >= fewestDecisions;
const wholeDays = (days: number | null, count: number) => (days !== null && enough(count) ? Math.round(days) : null);

/** The statistics of these decisions; null if there are too few. */
export const decisionStatistics = (counts: DecisionCounts): DecisionStatistics | null =>
  counts.daysToDecision !== null && enough(counts.decided)
    ? {
        received: counts.received,
        accepted: Math.round((100 * counts.accepted) / counts.decided),
        days_to_decision: Math.round(counts.daysToDecision),
        days_to_review: wholeDays(counts.daysToReview, counts.reviewed),
        days_to_publication: wholeDays(counts.daysToPublication, counts.published),
      }
    : null;

/**
 * The kinds that have statistics. The others must not result from subtracting these from all: while the others together
 * have fewer decisions than a kind needs, the kind with the fewest joins them.
 */
export function kindsWithStatistics(decided: ReadonlyMap<ArticleType, number>): Set<ArticleType> {
  const ascending = [...decided].filter(([, count]) => count > 0).sort(([, one], [, other]) => one - other);
  let others = 0;
  let hidden = 0;
  for (const [, count] of ascending) {
    if (enough(count) && (others === 0 || enough(others))) break;
    others += count;
    hidden += 1;
  }
  return new Set(ascending.slice(hidden).map(([kind]) => kind));
}
