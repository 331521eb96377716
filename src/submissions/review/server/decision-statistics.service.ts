import type { Context } from '#src/platform/context.ts';
import { addDays, isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { type ArticleType, articleTypes } from '#src/submissions/submission/form.rules.ts';
import type { DecisionYear } from '../decision-statistics.contract.ts';
import { type DecisionCounts, decisionStatistics, kindsWithStatistics } from '../decision-statistics.rules.ts';
import { countDecisions, countReceived } from './decision-statistics.queries.ts';

const days = 365;
const none = { decided: 0, accepted: 0, daysToDecision: null };
const noTimes = { reviewed: 0, daysToReview: null, published: 0, daysToPublication: null };

/**
 * How the submissions of the last 365 days were decided. Today does not count yet: the queries return the same rows all
 * day, so the cached page stays valid while works arrive.
 */
export async function getDecisionStatistics({ db, now }: Pick<Context, 'db' | 'now'>): Promise<DecisionYear> {
  const until = startOfDayInIndia(isoDate(now()));
  const span = { from: addDays(until, -days), until };
  const [received, decisions] = await Promise.all([countReceived(db, span), countDecisions(db, span)]);
  const countsOf = (kind: ArticleType | null): DecisionCounts => ({
    ...none,
    ...noTimes,
    ...decisions.find((row) => row.kind === kind),
    received: received.find((row) => row.kind === kind)?.received ?? 0,
  });
  const shown = kindsWithStatistics(new Map(articleTypes.map((kind) => [kind, countsOf(kind).decided])));
  return {
    from: isoDate(span.from),
    until: isoDate(addDays(until, -1)),
    all: decisionStatistics(countsOf(null)),
    kinds: articleTypes.map((kind) => ({ kind, figures: shown.has(kind) ? decisionStatistics(countsOf(kind)) : null })),
  };
}
