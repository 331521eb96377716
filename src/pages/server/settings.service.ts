import { requireRecentPassword } from '#src/accounts/server/owner.service.ts';
import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Setting } from '#src/platform/define-setting.ts';
import { invalid, type Text } from '#src/platform/errors.ts';
import type { SettingGroups, SettingView } from '../settings.contract.ts';

/** What can be set, by the heading it stands under. */
export function getSettings(ctx: Context, all: readonly Setting[]): SettingGroups {
  const groups = Map.groupBy(all, ({ group }) => group);
  return [...groups].map(([title, settings]) => ({
    title: ctx.text(title),
    settings: settings.map((setting) => settingView(ctx, setting)),
  }));
}

/**
 * Sets the values that are sent, all or none; `null` goes back to the default. They hold at once, and each change stands
 * in the audit log. Throws `invalid` by key, and `forbidden` when a guarded one wants the password again.
 */
export async function changeSettings(
  ctx: Context,
  all: readonly Setting[],
  values: Record<string, string | number | null>,
): Promise<SettingGroups> {
  const faults: Record<string, Text> = {};
  const changes: { setting: Setting; from: string | number; to: string | number | undefined }[] = [];
  for (const [key, sent] of Object.entries(values)) {
    const setting = all.find((known) => known.key === key);
    const checked = setting && checkValue(setting, sent);
    if (!checked) faults[key] = { key: 'settings.unknown' };
    else if ('fault' in checked) faults[key] = checked.fault;
    else {
      const from = ctx.settings.get(setting);
      if ((checked.value ?? setting.default) !== from) changes.push({ setting, from, to: checked.value });
    }
  }
  if (Object.keys(faults).length) throw invalid(faults);
  if (changes.some(({ setting }) => setting.guarded)) await requireRecentPassword(ctx);
  await ctx.db.transaction(async (tx) => {
    for (const { setting, from, to } of changes) {
      await ctx.settings.set(tx, setting, to);
      await recordAct(ctx, tx, {
        action: 'setting.changed',
        subject: setting.key,
        details: { from, to: to ?? setting.default },
      });
    }
  });
  await ctx.settings.read();
  return getSettings(ctx, all);
}

function checkValue(
  { input, schema }: Setting,
  sent: string | number | null,
): { value: string | number | undefined } | { fault: Text } {
  if (sent === null) return { value: undefined };
  const { data, success, error } = schema.safeParse(sent);
  if (success) return { value: data };
  if (input.kind === 'rupees')
    return { fault: { key: 'settings.outOfRangeRupees', params: { min: input.min / 100, max: input.max / 100 } } };
  if (input.kind === 'number')
    return { fault: { key: 'settings.outOfRange', params: { min: input.min, max: input.max } } };
  return { fault: { key: (error.issues[0]?.message ?? 'errors.invalidField') as Text['key'] } }; // messages of settings are keys
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
