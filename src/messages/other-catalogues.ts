import type { CompiledArea } from './catalogue.ts';

/** Loaders for the catalogues other than English, in a separate module so that English pages do not load the list. */
export const otherCatalogues = import.meta.glob<CompiledArea>(
  ['./*/*.json', '!./en/*.json', '!./*/mails.json', '!./*/jobs.json'],
  {
    import: 'default',
  },
);
