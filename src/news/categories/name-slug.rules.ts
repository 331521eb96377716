// Separate from categories.rules.ts, which readers' pages load.
import { slugOf } from './categories.rules.ts';

/** URL slug of a name of people, topics and series, without punctuation: "K. Das & Co." → "k-das-&-co". */
export const nameSlug = (name: string): string => slugOf(name.replaceAll(/[.'’"“”]/g, ''));
