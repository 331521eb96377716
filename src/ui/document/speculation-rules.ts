import { documentPaths } from '#src/rules/documents.rules.ts';

/**
 * Speculation rules of a document: another one is rendered ahead while its link is under the pointer or touched. Not a list with
 * a query, which the page cache may not have. Browsers that do not know such rules, or save data, ignore them.
 */
export const speculationRules = !import.meta.env.SSR
  ? ''
  : JSON.stringify({
      prerender: [
        {
          where: {
            and: [
              { href_matches: documentPaths.map((path) => ({ pathname: `{/:lang}?/${path}`, search: '' })) },
              { not: { selector_matches: '[rel~=nofollow],[data-reload]' } },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    });
