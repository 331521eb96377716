import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import type { ValidationError, ValidationErrors } from '#src/rules/validation.rules.ts';
import type { SettingGroups, SettingView } from '../settings.contract.ts';

/** All settings, grouped by heading. */
export function getSettings(ctx: Context, all: readonly Setting[]): SettingGroups {
  const groups = Map.groupBy(all, ({ group }) => group);
  return [...groups].map(([title, settings]) => ({
    title: ctx.text(title),
    settings: settings.map((setting) => settingView(ctx, setting)),
  }));
}

interface SettingsChange {
  values: Record<string, string | number | null>;
  known?: Record<string, string | number> | undefined;
}

/**
 * Sets all given values or none; `null` restores the default. They take effect at once, and each change is recorded in
 * the audit log. Throws `invalid` by key, `confirm_password` if a guarded setting requires re-authentication, and
 * `conflict` with the current values if one differs from the `known` value.
 */
export async function changeSettings(
  ctx: Context,
  all: readonly Setting[],
  { values, known = {} }: SettingsChange,
): Promise<SettingGroups> {
  const errors: ValidationErrors = {};
  const changes: { setting: Setting; to: string | number | undefined }[] = [];
  for (const [key, sent] of Object.entries(values)) {
    const setting = all.find((setting) => setting.key === key);
    const checked = setting && checkValue(setting, sent);
    if (!checked) errors[key] = { key: 'settings.unknown' };
    else if ('error' in checked) errors[key] = checked.error;
    else {
      const isChange = (checked.value ?? setting.default) !== ctx.settings.get(setting);
      if (isChange) changes.push({ setting, to: checked.value });
    }
  }
  requireValid(errors);
  if (changes.some(({ setting }) => setting.guarded)) await requireRecentPassword(ctx);
  await ctx.db.transaction(async (tx) => {
    const current: Record<string, string | number> = {};
    const conflicts: Record<string, ValidationError> = {};
    for (const { setting, to } of changes) {
      const from = await ctx.settings.set(tx, setting, to);
      if (from === (to ?? setting.default)) continue; // another user has made the same change
      if (Object.hasOwn(known, setting.key) && known[setting.key] !== from) {
        current[setting.key] = from;
        conflicts[setting.key] = {
          key: 'settings.changedMeanwhile',
          params: { value: shownValue(ctx, setting, from) },
        };
      }
      await recordAuditEvent(ctx, tx, {
        action: 'setting.changed',
        subject: setting.key,
        details: { from, to: to ?? setting.default },
      });
    }
    if (Object.keys(current).length > 0)
      throw new AppError('conflict', 'settings.conflict', { fields: conflicts, extra: { current } });
  });
  await ctx.settings.read();
  return getSettings(ctx, all);
}

// As the page shows it: amounts, which are stored in paise, in rupees.
function shownValue(ctx: Context, { input }: Setting, value: string | number): string {
  if (input.kind === 'rupees') return String(Number(value) / 100);
  const choice = input.kind === 'choice' && input.choices.find((one) => one.value === value);
  return choice ? ctx.text(choice.label) : String(value);
}

function checkValue(
  { input, schema }: Setting,
  sent: string | number | null,
): { value: string | number | undefined } | { error: ValidationError } {
  if (sent === null) return { value: undefined };
  const { data, success, error } = schema.safeParse(sent);
  if (success) return { value: data };
  if (input.kind === 'rupees')
    return { error: { key: 'settings.outOfRangeRupees', params: { min: input.min / 100, max: input.max / 100 } } };
  if (input.kind === 'number')
    return { error: { key: 'settings.outOfRange', params: { min: input.min, max: input.max } } };
  // Schemas of settings use message keys as messages.
  return { error: { key: (error.issues[0]?.message ?? 'errors.invalidField') as ValidationError['key'] } };
}

function settingView(ctx: Context, setting: Setting): SettingView {
  const { key, label, hint, input } = setting;
  return {
    key,
    label: ctx.text(label),
    hint: hint ? ctx.text(hint) : null,
    input: inputView(ctx, input),
    value: ctx.settings.get(setting),
    default: setting.default,
  };
}

function inputView({ text }: Context, input: Setting['input']): SettingView['input'] {
  if (input.kind === 'number') return { ...input, unit: input.unit ? text(input.unit) : null };
  if (input.kind === 'rupees') return { ...input, unit: text('settings.rupees') };
  if (input.kind === 'choice')
    return { kind: 'choice', choices: input.choices.map(({ value, label }) => ({ value, label: text(label) })) };
  return { kind: input.kind };
}
