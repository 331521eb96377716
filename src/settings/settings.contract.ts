import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';

const Value = z.union([z.string(), z.number()]);

// The longest setting is a text of a few paragraphs; the schema of each setting has its own limit.
const GivenValue = z.union([z.string().max(5000), z.number()]);

const Input = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'lines', 'email', 'url']) }),
  z.object({ kind: z.literal('number'), min: z.number(), max: z.number(), unit: z.string().nullable() }),
  z
    .object({ kind: z.literal('rupees'), min: z.number(), max: z.number(), unit: z.string() })
    .describe('Entered in rupees; value, default and limits are in paise'),
  z.object({ kind: z.literal('choice'), choices: z.array(z.object({ value: z.string(), label: z.string() })) }),
]);

const SettingView = z.object({
  key: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  input: Input,
  value: Value,
  default: Value,
});
export type SettingView = z.infer<typeof SettingView>;

/** Settings grouped by heading, in the language of the request. */
const SettingGroups = z.array(z.object({ title: z.string(), settings: z.array(SettingView) }));
export type SettingGroups = z.infer<typeof SettingGroups>;

/** The 409 response of `change`: the settings that another user has changed, with their values. */
export const ChangedSettings = z.object({ current: z.record(z.string(), Value) });

export const settingsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/settings',
    who: 'admin',
    summary: 'All settings with their current values',
    reply: { 200: SettingGroups },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/settings',
    who: 'admin',
    summary: 'Change settings; null restores the default. Guarded settings require a recent password',
    body: z.object({
      values: z.record(z.string(), GivenValue.nullable()).meta({ maxEntries: 200 }),
      known: z
        .record(z.string(), GivenValue)
        .meta({ maxEntries: 200 })
        .optional()
        .describe('Values as they were loaded: 409 with `current` if somebody else has changed one since'),
    }),
    reply: { 200: SettingGroups },
  }),
};
