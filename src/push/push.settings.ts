import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

const group = 'settings.push' as const;

/** Whether readers are offered notifications, and any are sent. */
export const pushEnabled = defineSetting<'on' | 'off'>({
  key: 'push.enabled',
  group,
  label: 'settings.pushEnabled',
  hint: 'settings.pushEnabledHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'on', label: 'settings.allowed' },
      { value: 'off', label: 'settings.switchedOff' },
    ],
  },
  schema: z.enum(['on', 'off']),
  default: 'on',
});

/** The most notifications of followed stories that a device gets on one day. Breaking news is not counted. */
export const notificationsPerDay = defineSetting({
  key: 'push.per_day',
  group,
  label: 'settings.notificationsPerDay',
  hint: 'settings.notificationsPerDayHint',
  input: { kind: 'number', min: 1, max: 50 },
  schema: z.number().int().min(1).max(50),
  default: 5,
});

export const pushSettings = [pushEnabled, notificationsPerDay];
