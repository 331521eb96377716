import type { Feed } from '../feeds.rules.ts';
import { feedDocument } from './feeds.template.ts';

/** Serializes the feed. */
export const writeFeed = (feed: Feed, kind: keyof typeof feedDocument): string => feedDocument[kind](feed);
