import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';
import { type LanguageOrder, languageOrders } from './language-order.rules.ts';

/** Maximum size of an uploaded picture of a story or a user, in MB. */
export const pictureMegabytes = defineSetting({
  key: 'news.picture_megabytes',
  group: 'settings.news',
  label: 'settings.pictureMegabytes',
  input: { kind: 'number', min: 1, max: 100, unit: 'settings.megabytes' },
  schema: z.number().int().min(1).max(100),
  default: 20,
});

/** Maximum size of an uploaded video or audio file, in MB. */
export const mediaMegabytes = defineSetting({
  key: 'news.media_megabytes',
  group: 'settings.news',
  label: 'settings.mediaMegabytes',
  input: { kind: 'number', min: 1, max: 2000, unit: 'settings.megabytes' },
  schema: z.number().int().min(1).max(2000),
  default: 200,
});

/** Whether a story must be approved before it is published. */
export const approvalRequired = defineSetting<string>({
  key: 'news.approval_required',
  group: 'settings.news',
  label: 'settings.approvalRequired',
  hint: 'settings.approvalRequiredHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'no', label: 'settings.approvalNo' },
      { value: 'yes', label: 'settings.approvalYes' },
    ],
  },
  schema: z.enum(['no', 'yes']),
  default: 'no',
  guarded: true,
});

/** Days after the last change until a working copy that nobody has saved or discarded is deleted. */
export const workingCopyDays = defineSetting({
  key: 'news.working_copy_days',
  group: 'settings.news',
  label: 'settings.workingCopyDays',
  input: { kind: 'number', min: 7, max: 3650, unit: 'settings.days' },
  schema: z.number().int().min(7).max(3650),
  default: 90,
  guarded: true, // a shorter time deletes texts
});

/** The order of stories in several languages on the front and in the sections; a reader may choose another. */
export const languageOrder = defineSetting<LanguageOrder>({
  key: 'news.language_order',
  group: 'settings.news',
  label: 'settings.languageOrder',
  hint: 'settings.languageOrderHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'first', label: 'settings.languageOrderFirst' },
      { value: 'only', label: 'settings.languageOrderOnly' },
      { value: 'all', label: 'settings.languageOrderAll' },
    ],
  },
  schema: z.enum(languageOrders),
  default: 'first',
});

/** Connections for the event streams of live stories, on each node. */
export const liveConnections = defineSetting({
  key: 'news.live_connections',
  group: 'settings.news',
  label: 'settings.liveConnections',
  hint: 'settings.liveConnectionsHint',
  input: { kind: 'number', min: 0, max: 20_000 },
  schema: z.number().int().min(0).max(20_000),
  default: 2000,
});

export const newsSettings = [
  pictureMegabytes,
  mediaMegabytes,
  approvalRequired,
  workingCopyDays,
  languageOrder,
  liveConnections,
];
