import type { Context } from '#src/platform/context.ts';
import type { Found } from '../search.contract.ts';
import type { DocumentKind } from '../search.rules.ts';

/** A document to show: the found item before its words are marked. */
export interface Shown extends Omit<Found, 'kind' | 'title' | 'excerpt'> {
  title: string;
  /** All that its finder may read of it; the excerpt is cut from it. */
  text: string;
}

/**
 * Where one kind of document comes from. A slice with something to find gets a file like those beside this one, an entry
 * in `sources`, its kind in `documentKinds`, and its triggers in a migration.
 */
export interface Source {
  /** What is there of these documents, in any order; what is not public any more is left out. */
  load(ctx: Context, refs: { ref: number; page: number }[]): Promise<Shown[]>;
}

export type Sources = Record<DocumentKind, Source>;
