import type { FastifyInstance } from 'fastify';
import { setReminders } from '#src/accounts/account/server/reminders.service.ts';
import { contentDisposition, sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { ledgerCalls, planCalls } from '../plans.contract.ts';
import { revenueCalls } from '../revenue.contract.ts';
import { decideClaim, getLedger, getLedgerCsv } from './ledger.service.ts';
import { getLengthenings } from './lengthenings.service.ts';
import { dismiss, getOpenTransactions, matchManually } from './matching.service.ts';
import { declarePayment, getMyPlan, getOffers, getPaymentLink } from './plans.service.ts';
import { getReceipt } from './receipts.service.ts';
import { exportRevenue, getRevenue } from './revenue.service.ts';
import { importStatement } from './statements.service.ts';

export function plansRoutes(app: FastifyInstance): void {
  serve(app, planCalls.offers, async ({ ctx }) => getOffers(ctx));
  serve(app, planCalls.link, async ({ ctx, query }) => getPaymentLink(ctx, query.plan));
  serve(app, planCalls.declare, ({ ctx, body }) => declarePayment(ctx, body));
  serve(app, planCalls.own, ({ ctx }) => getMyPlan(ctx));
  serve(app, planCalls.reminders, async ({ ctx, body }) => {
    await setReminders(ctx, body.on);
    return { message: ctx.text(body.on ? 'plans.remindersOn' : 'plans.remindersOff') };
  });
  serve(app, planCalls.receipt, async ({ ctx, params, request, reply }) => {
    const { file, number } = await getReceipt(ctx, params.id);
    reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition(`${number.replaceAll('/', '-')}.pdf`));
    return sendFile(request, reply, file, `"receipt-${params.id}"`);
  });

  serve(app, ledgerCalls.list, ({ ctx, query }) => getLedger(ctx, query));
  serve(app, ledgerCalls.csv, async ({ ctx, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('payments.csv'));
    return reply.send(await getLedgerCsv(ctx, query));
  });
  serve(app, revenueCalls.months, ({ ctx }) => getRevenue(ctx));
  serve(app, revenueCalls.csv, async ({ ctx, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('payments-by-month.csv'));
    return reply.send(await exportRevenue(ctx));
  });
  serve(app, ledgerCalls.decide, ({ ctx, params, body }) => decideClaim(ctx, params.id, body));
  serve(app, ledgerCalls.lengthenings, ({ ctx }) => getLengthenings(ctx));
  serve(app, ledgerCalls.importStatement, ({ ctx, body }) => importStatement(ctx, body.statement, body.columns));
  serve(app, ledgerCalls.open, ({ ctx }) => getOpenTransactions(ctx));
  serve(app, ledgerCalls.pair, async ({ ctx, params, body }) => {
    await matchManually(ctx, params.id, body.claim_id);
    return { message: ctx.text('plans.paired') };
  });
  serve(app, ledgerCalls.dismiss, async ({ ctx, params, body }) => {
    await dismiss(ctx, params.id, body.note);
    return { message: ctx.text('plans.dismissed') };
  });
}
