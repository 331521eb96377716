import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { healthCalls } from '../health.contract.ts';
import { checkHealth, sendMyTestMail } from './health.service.ts';

export function healthCheckRoutes(app: FastifyInstance): void {
  serve(app, healthCalls.sendTestMail, ({ ctx }) => sendMyTestMail(ctx));
  serve(app, healthCalls.check, ({ ctx, params }) => checkHealth(ctx, params.check));
}
