import { z } from 'zod';
import { defineSetting } from '../settings/define-setting.ts';

/** After how many years a month of the audit log is deleted; 0 for never. */
export const auditLogYears = defineSetting<number>({
  key: 'site.audit_log_years',
  group: 'settings.site',
  label: 'settings.auditLogYears',
  hint: 'settings.auditLogYearsHint',
  input: { kind: 'number', min: 0, max: 100, unit: 'settings.years' },
  schema: z.int().min(0).max(100),
  default: 0,
  guarded: true,
});
