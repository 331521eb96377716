import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { TestSite } from './site.ts';

/** The context of a job of a site that `signal` interrupts. */
export const interruptible = (site: TestSite, signal: AbortSignal) =>
  ({
    ...site.services,
    log: { warn: () => undefined, info: () => undefined },
    language: 'en',
    text: translator('en'),
    job: { signal },
  }) as never as Context;
