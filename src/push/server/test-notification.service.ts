import { languages, pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { writeNotification } from '../notification.rules.ts';
import { openDelivery } from './delivery.service.ts';
import { deleteGone } from './devices.queries.ts';
import { getDevice } from './devices.service.ts';

const ttlSeconds = 300;

/** Sends a notification to a device now. Throws `not_found` if it is not known any more, `unavailable` if that failed. */
export async function sendTest(ctx: Context, endpoint: string): Promise<void> {
  const device = await getDevice(ctx, endpoint);
  const { language } = ctx;
  const delivery = openDelivery(ctx);
  const text = writeNotification({
    title: ctx.settings.get(siteName),
    body: ctx.text('push.testBody'),
    lang: language,
    dir: languages[language].direction,
    tag: 'test',
    path: pathIn(language, '/for-you'),
  });
  const outcome = await delivery
    .deliver(device, { text, ttlSeconds, urgency: 'high', topic: 'test' })
    .finally(() => delivery.close());
  if (outcome.kind === 'gone') {
    await deleteGone(ctx.db, device);
    throw new AppError('not_found', 'push.deviceUnknown');
  }
  if (outcome.kind !== 'taken') throw new AppError('unavailable', 'push.testFailed');
}
