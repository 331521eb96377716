import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { breakingCalls } from '../breaking.contract.ts';
import { pushCalls } from '../push.contract.ts';
import { getBreaking, sendBreaking } from './breaking.service.ts';
import { vapidKeys } from './delivery.service.ts';
import { end, isEnabled, move, save } from './devices.service.ts';
import { sendPush } from './push.jobs.ts';
import { sendTest } from './test-notification.service.ts';

export function pushRoutes(app: FastifyInstance): void {
  serve(app, pushCalls.key, async ({ ctx }) => ({ key: isEnabled(ctx) ? vapidKeys(ctx).publicKey : '' }));
  serve(app, pushCalls.save, async ({ ctx, body }) => {
    await save(ctx, body);
    return { saved: true };
  });
  serve(app, pushCalls.move, async ({ ctx, body }) => ({ saved: await move(ctx, body) }));
  serve(app, pushCalls.end, async ({ ctx, body }) => {
    await end(ctx, body.endpoint);
    return { ended: true };
  });
  serve(app, pushCalls.test, async ({ ctx, body }) => {
    await sendTest(ctx, body.endpoint);
    return { message: ctx.text('push.testSent') };
  });
  serve(app, breakingCalls.get, ({ ctx, params }) => getBreaking(ctx, params.id));
  serve(app, breakingCalls.send, async ({ ctx, params: { id }, body }) => {
    await sendBreaking(ctx, id, body, (messageId, within) => ctx.jobs.send(sendPush, { messageId }, { within }));
    return getBreaking(ctx, id);
  });
}
