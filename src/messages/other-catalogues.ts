import type { CompiledArea } from './catalogue.ts';

/** Where the catalogues of the languages beside English are; a list of its own, which English pages do not carry. */
export const otherCatalogues = import.meta.glob<CompiledArea>(['./*/*.json', '!./en/*.json', '!./*/mails.json'], {
  import: 'default',
});
