import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** Days until an answered or closed enquiry is deleted. */
export const enquiryDays = defineSetting({
  key: 'enquiries.kept_days',
  group: 'settings.enquiries',
  label: 'settings.enquiryDays',
  input: { kind: 'number', min: 30, max: 1095, unit: 'settings.days' },
  schema: z.number().int().min(30).max(1095),
  default: 180,
});

export const enquirySettings = [enquiryDays];
