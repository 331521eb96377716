import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { EditionPlan, PlanHead, PlanInput } from '../edition-plans.contract.ts';
import { propose } from './compose.service.ts';
import {
  changePlan,
  countPlans,
  createPlan,
  deletePlan,
  findPlan,
  findPlanHead,
  listPlans,
  listPlansByDate,
  type PlanHeadRow,
  type PlanValues,
} from './edition-plans.queries.ts';
import { requirePrintable } from './page-plan.service.ts';

const maxPlans = 50;

const headOf = ({ period, firstDay, lastDay, issueDate, savedAt, savedBy, ...row }: PlanHeadRow): PlanHead => ({
  ...row,
  category: period,
  from: firstDay,
  to: lastDay,
  issue_date: issueDate,
  saved_at: savedAt.toISOString(),
  saved_by: savedBy,
});

export const getPlans = async (ctx: Context): Promise<PlanHead[]> => (await listPlans(ctx.db, maxPlans)).map(headOf);

/** Saved plans whose issue date is in these days. */
export const getPlansByDate = async (ctx: Context, days: { from: string; to: string }): Promise<PlanHead[]> =>
  (await listPlansByDate(ctx.db, days, maxPlans)).map(headOf);

/** A saved plan with the stories of its days. Throws `not_found`. */
export async function getPlan(ctx: Context, id: number): Promise<EditionPlan> {
  const [head, row] = await Promise.all([findPlanHead(ctx.db, id), findPlan(ctx.db, id)]);
  if (!head || !row) throw new AppError('not_found', 'errors.notFound');
  const { paper, choices, known, spaces, prints, letters } = row;
  const proposal = await propose(ctx, { category: row.period, days: { from: row.firstDay, to: row.lastDay } });
  return { ...headOf(head), paper, choices, known, spaces, prints, letters, proposal };
}

function valuesOf(ctx: Context, input: PlanInput): PlanValues {
  if (input.from > input.to) throw invalid({ to: { key: 'compose.daysTurned' } });
  requirePrintable(input);
  const { category, paper, from, to, title, issue_date, stories, known, spaces, prints, letters } = input;
  return {
    ...{ period: category, paper, firstDay: from, lastDay: to, title, issueDate: issue_date },
    ...{ choices: stories, known, spaces, prints, letters, savedBy: requireUser(ctx).userId, savedAt: ctx.now() },
  };
}

/** Saves a plan. Throws `invalid`, and `conflict` when there are 50. */
export async function savePlan(ctx: Context, input: PlanInput): Promise<PlanHead> {
  const values = valuesOf(ctx, input);
  const id = await ctx.db.transaction(async (tx) => {
    if ((await countPlans(tx)) >= maxPlans) throw new AppError('conflict', 'compose.tooManyPlans');
    const id = await createPlan(tx, values);
    await recordAuditEvent(ctx, tx, { action: 'edition-plan.created', subject: `edition plan ${id}` });
    return id;
  });
  return required(ctx, id);
}

/** Saves a plan again. Throws `not_found`, `invalid`, and `conflict` with `current` if it was saved since `version`. */
export async function saveAgain(ctx: Context, id: number, input: PlanInput & { version: number }): Promise<PlanHead> {
  const values = valuesOf(ctx, input);
  await ctx.db.transaction(async (tx) => {
    if (!(await changePlan(tx, id, input.version, values)))
      throw new AppError('conflict', 'compose.planChanged', { extra: { current: await required({ db: tx }, id) } });
    await recordAuditEvent(ctx, tx, { action: 'edition-plan.changed', subject: `edition plan ${id}` });
  });
  return required(ctx, id);
}

async function required({ db }: Pick<Context, 'db'>, id: number): Promise<PlanHead> {
  const head = await findPlanHead(db, id);
  if (!head) throw new AppError('not_found', 'errors.notFound');
  return headOf(head);
}

/** Throws `not_found`. */
export const removePlan = (ctx: Context, id: number): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    if (!(await deletePlan(tx, id))) throw new AppError('not_found', 'errors.notFound');
    await recordAuditEvent(ctx, tx, { action: 'edition-plan.deleted', subject: `edition plan ${id}` });
  });
