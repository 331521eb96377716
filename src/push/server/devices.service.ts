import { createECDH } from 'node:crypto';
import { lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { defineLimit } from '#src/calls/call.ts';
import { nameMarked } from '#src/news/published/server/followed.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { markKey } from '#src/rules/reader-lists.rules.ts';
import type { Preferences } from '../push.contract.ts';
import { isPushEndpoint } from '../push.rules.ts';
import { pushEnabled } from '../push.settings.ts';
import {
  type DeviceRow,
  deleteDevice,
  deleteDevicesOf,
  findDevice,
  listDevicesOf,
  moveDevice,
  saveDevice,
} from './devices.queries.ts';

// By the address, which many readers of a mobile network share.
export const newDevices = defineLimit({ name: 'push-new-devices', attempts: 60, perSeconds: 3600 });

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Whether the paper sends notifications. */
export const isEnabled = ({ settings }: Pick<Context, 'settings'>): boolean => settings.get(pushEnabled) === 'on';

/** Throws `not_found` if the paper sends no notifications. */
function requireEnabled(ctx: Context) {
  if (!isEnabled(ctx)) throw new AppError('not_found', 'push.off');
}

/** Throws `invalid` for an endpoint at no push service, and for a key that is no point of the curve. */
function requireSubscription({ config }: Context, { endpoint, p256dh }: Subscription) {
  const isKey = () => {
    const ours = createECDH('prime256v1');
    ours.generateKeys();
    try {
      return ours.computeSecret(p256dh, 'base64url').length > 0;
    } catch {
      return false;
    }
  };
  if (!isPushEndpoint(endpoint, config.pushHosts)) throw invalid({ endpoint: { key: 'push.endpointUnknown' } });
  if (!isKey()) throw invalid({ p256dh: { key: 'errors.invalidField' } });
}

/** Stores what a device subscribes to. */
export async function save(
  ctx: Context,
  { endpoint, p256dh, auth, replaces, ...preferences }: Subscription & Preferences & { replaces?: string | undefined },
): Promise<void> {
  requireEnabled(ctx);
  requireSubscription(ctx, { endpoint, p256dh, auth });
  const { db, actor, now, language } = ctx;
  if (!(await findDevice(db, endpoint))) await ctx.limits.count(newDevices, ctx.address);
  await db.transaction(async (tx) => {
    if (actor.role !== 'visitor') await lockCurrentUser(ctx, tx); // none is stored for an account that was erased meanwhile
    if (replaces !== undefined) await moveDevice(tx, replaces, { endpoint, p256dh, auth, updatedAt: now() });
    await saveDevice(tx, {
      endpoint,
      p256dh,
      auth,
      userId: actor.role === 'visitor' ? null : actor.userId,
      language,
      breaking: preferences.breaking,
      topicIds: preferences.topics,
      authorIds: preferences.authors,
      categoryIds: preferences.categories,
      subCategoryIds: preferences.sub_categories,
      quietFrom: preferences.quiet_from,
      quietTo: preferences.quiet_to,
      timeZone: preferences.time_zone,
      createdAt: now(),
      updatedAt: now(),
    });
  });
}

/** Replaces the endpoint of a device. Returns whether the former one was known. */
export async function move(ctx: Context, { replaces, ...to }: Subscription & { replaces: string }): Promise<boolean> {
  requireEnabled(ctx);
  requireSubscription(ctx, to);
  return ctx.db.transaction((tx) => moveDevice(tx, replaces, { ...to, updatedAt: ctx.now() }));
}

/** Deletes a device at once. */
export async function end({ db }: Context, endpoint: string): Promise<void> {
  await deleteDevice(db, endpoint);
}

/** The device with an endpoint. Throws `not_found`. */
export async function getDevice(ctx: Context, endpoint: string): Promise<DeviceRow> {
  requireEnabled(ctx);
  const device = await findDevice(ctx.db, endpoint);
  if (!device) throw new AppError('not_found', 'push.deviceUnknown');
  return device;
}

const followedBy = ({ topicIds, authorIds, categoryIds, subCategoryIds }: DeviceRow) => [
  ...topicIds.map((id) => ({ kind: 'topic' as const, id })),
  ...authorIds.map((id) => ({ kind: 'author' as const, id })),
  ...categoryIds.map((id) => ({ kind: 'category' as const, id })),
  ...subCategoryIds.map((id) => ({ kind: 'sub_category' as const, id })),
];

/** The devices of an account. Their endpoints are secrets: the export has only the push service's host. */
export const devicesData: PersonalData = {
  name: 'push_devices',
  async collect(ctx, userId) {
    const devices = await listDevicesOf(ctx.db, userId);
    const names = await nameMarked(ctx, devices.flatMap(followedBy));
    return devices.map((device) => ({
      push_service: new URL(device.endpoint).host,
      language: device.language,
      breaking_news: device.breaking,
      followed: followedBy(device).map(({ kind, id }) => ({
        kind,
        id,
        title: names.get(markKey(kind, id))?.title ?? null,
      })),
      quiet_from: device.quietFrom,
      quiet_to: device.quietTo,
      time_zone: device.timeZone,
      created_at: device.createdAt.toISOString(),
      updated_at: device.updatedAt.toISOString(),
    }));
  },
  erase: async (_, tx, userId) => {
    await deleteDevicesOf(tx, userId);
  },
};
