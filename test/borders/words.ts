/** Words that names, comments and documents must not contain, each with its reason and what to write instead. */
export interface Word {
  pattern: RegExp;
  why: string;
  better: string;
}

const people = 'A thing does what people do.';
const things =
  'site|server|node|process|worker|program|browser|client|device|proxy|page|form|dialog|database|PostgreSQL|table|row|' +
  'column|query|cache|contract|schema|setting|file|module|function|test|job|call|request|paper|account|story|edition|slice';

/** In comments and documents. */
export const words: Word[] = [
  { pattern: /\bsomebody\b/i, why: 'Who is it?', better: 'a user, a reader, an editor' },
  { pattern: /\bso many\b/i, why: 'How many, and of which value?', better: 'this number of; the value’s name' },
  { pattern: /\bfor good\b/i, why: 'It reads as praise.', better: 'permanently' },
  { pattern: /\bwhat (?:has |had )?(?:became|become) of\b/i, why: 'An idiom.', better: 'the outcome of, the state of' },
  { pattern: /\banew\b/i, why: 'An old word.', better: 'again' },
  { pattern: /\bwhoever\b/i, why: 'Who is it?', better: 'a user who, readers who' },
  { pattern: /\b(?:hears?|heard)\b/i, why: people, better: 'receive, subscribe, be notified' },
  { pattern: /\bwish(?:es|ed)?\b/i, why: people, better: 'request, option' },
  { pattern: /\bjudge[sd]?\b/i, why: people, better: 'check, decide' },
  { pattern: /\bremember(?:s|ed)?\b/i, why: people, better: 'store, have' },
  {
    // A browser has a session, a setting requires a value.
    pattern: new RegExp(
      `\\b(?:${things})s? (?:(?:no longer|only|never|still) )?(?:knows?|tells?|wants?|thinks?|believes?|promises?)\\b`,
      'i',
    ),
    why: people,
    better: 'have, store, return, show, require, support',
  },
];

/** In the words of names that are declared, and of files: `isRemembered`, `letters-desk.tsx`. */
export const nameWords: Word[] = [
  { pattern: /^(?:somebody|whoever|anew)$/, why: 'Who, and when?', better: 'user, reader, again' },
  { pattern: /^(?:hears?|heard|hearers?|tells?|told)$/, why: people, better: 'receive, notify, publish' },
  { pattern: /^(?:judge[sd]?|remember(?:s|ed)?|knows|believes?)$/, why: people, better: 'check, store, has' },
  { pattern: /^(?:wish|wishes)$/, why: people, better: 'request, option' },
  { pattern: /^figures$/, why: 'A figure is a picture in the text.', better: 'statistics' },
  { pattern: /^(?:workshop|rack|shelf)$/, why: 'A picture instead of a term.', better: 'worker pool, library' },
  { pattern: /^(?:seals?|sealed)$/, why: 'A picture instead of a term.', better: 'encrypt, encrypted' },
];

/** Places that have such a word for a reason. */
export const exceptions: { path: string; word: string; why: string }[] = [
  { path: 'docs/settings.md', word: 'somebody', why: 'Labels of settings, as administrators see them.' },
];
