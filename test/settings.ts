import { expect } from 'vitest';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import type { TestSite } from './site.ts';

type Values = [Setting<never>, string | number][];

/** Runs with settings that must not affect the other tests of the file. */
export async function withSettings(
  { db, services: { settings } }: TestSite,
  values: unknown[][],
  run: () => Promise<void>,
) {
  const entries = values as Values; // each value has its setting's type
  for (const [setting, value] of entries) await settings.set(db, setting, value as never);
  for (const [setting, value] of entries) await expect.poll(() => settings.get(setting)).toEqual(value);
  try {
    await run();
  } finally {
    for (const [setting] of entries) await settings.set(db, setting, undefined);
    for (const [setting] of entries) await expect.poll(() => settings.get(setting)).toEqual(setting.default);
  }
}
