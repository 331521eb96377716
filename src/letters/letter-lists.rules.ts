import { letterLists } from './letters.rules.ts';

/** The values of the parameter that chooses a list of the newsroom. Readers' pages do not need it. */
export const letterListPattern = new RegExp(`^(?:${letterLists.join('|')})$`);
