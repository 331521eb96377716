import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import { settingsCalls } from '../settings.contract.ts';
import { changeSettings, getSettings } from './settings.service.ts';

/** `settings` are those of all slices, which only the app can import. */
export function settingsRoutes(app: FastifyInstance, settings: readonly Setting[]): void {
  serve(app, settingsCalls.list, async ({ ctx }) => getSettings(ctx, settings));
  serve(app, settingsCalls.change, ({ ctx, body }) => changeSettings(ctx, settings, body));
}
