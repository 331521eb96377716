import type { Context } from '#src/platform/context.ts';
import type { PublicKind } from '#src/search-index/documents.rules.ts';
import type { SearchResult } from '../search.contract.ts';

/** A search result before matches are marked. */
export interface LoadedDocument extends Omit<SearchResult, 'kind' | 'title' | 'excerpt'> {
  title: string;
  /** The text that the reader may see, for the excerpt. */
  text: string;
}

/**
 * Loads the search results of one kind of document. A new kind needs a provider in this folder, an entry in `providers`
 * (search.service.ts), its name in `publicKinds`, and triggers in a migration.
 */
export interface SearchProvider {
  /** Loads these documents, in any order, without those that are no longer public. */
  load(ctx: Context, refs: { ref: number; page: number }[]): Promise<LoadedDocument[]>;
}

export type SearchProviders = Record<PublicKind, SearchProvider>;
