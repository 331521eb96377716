// Letters to the editor: validation, who may send one and when, and the states from the form to publication and print.
import { isEmail } from '#src/accounts/users/email.rules.ts';
import { hasExplicitAddress, lineError, nameError } from '#src/accounts/users/names.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { dayNumber } from '#src/rules/calendar.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';

/** Longest name, place and text, in characters, and longest text in words. */
export const letterMax = { name: 100, place: 100, text: 2000, words: 300, reason: 500 } as const;

/** What readers see of a letter. */
export interface LetterTexts {
  name: string;
  place: string;
  text: string;
}

/** The form's fields. */
export interface LetterForm extends LetterTexts {
  email: string;
  consent: boolean;
}

/**
 * `unconfirmed`: the link in the mail to the writer's address has not been followed, so nobody reads it. A `declined`
 * letter may have been published before.
 */
export const letterStates = ['unconfirmed', 'waiting', 'published', 'declined'] as const;
export type LetterState = (typeof letterStates)[number];

/** The lists of the newsroom. `print`: published letters that are picked for the printed newspaper. */
export const letterLists = ['waiting', 'published', 'declined', 'print'] as const;
export type LetterList = (typeof letterLists)[number];

export const letterListText: Record<LetterList, TextKey> = {
  waiting: 'moderation.listWaiting',
  published: 'moderation.listPublished',
  declined: 'moderation.listDeclined',
  print: 'moderation.listPrint',
};

/** How long the link in the mail confirms a letter. */
export const confirmationDays = 7;

/** Days until a declined or unconfirmed letter is deleted, and the address of a published letter's writer. */
export const keptDays = 90;

/** Letters below a story, and in a list of the newsroom. The others of a story are on its page of letters. */
export const shownBelowStory = 5;
export const letterPageSize = 30;

/** Maximum number of letters picked for print: that list has no pages. A page of a newspaper holds fewer. */
export const printMax = 200;

export const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

/** The stored form of what was typed: trimmed, with single empty lines between paragraphs. */
export const tidyTexts = ({ name, place, text }: LetterTexts): LetterTexts => ({
  name: name.trim(),
  place: place.trim(),
  text: text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim(),
});

/** Errors of what readers see, by field; empty if it is valid. */
export function checkTexts({ name, place, text }: LetterTexts): ValidationErrors<keyof LetterTexts> {
  const errors: ValidationErrors<keyof LetterTexts> = {};
  const wrongName = nameError(name);
  const wrongPlace = place.trim() ? lineError(place.trim()) : { key: 'errors.required' as const };
  const words = countWords(text);
  if (wrongName) errors.name = wrongName;
  if (wrongPlace) errors.place = wrongPlace;
  if (words === 0) errors.text = { key: 'errors.required' };
  else if (words > letterMax.words)
    errors.text = { key: 'letters.tooManyWords', params: { max: letterMax.words, words } };
  // Links are what most spam is sent for.
  else if (hasExplicitAddress(text)) errors.text = { key: 'letters.noLinks' };
  return errors;
}

/** Errors of the form, by field; empty if the letter may be sent. */
export function checkLetter(form: LetterForm): ValidationErrors<keyof LetterForm> {
  const errors: ValidationErrors<keyof LetterForm> = checkTexts(form);
  if (!form.email.trim()) errors.email = { key: 'errors.required' };
  else if (!isEmail(form.email)) errors.email = { key: 'accounts.emailInvalid' };
  if (!form.consent) errors.consent = { key: 'letters.consentRequired' };
  return errors;
}

/** Whether a story takes letters: until `days` days after its day of publication in India; 0 turns letters off. */
export const isOpen = (publishedAt: Date, days: number, now: Date): boolean =>
  days > 0 && dayNumber(now) - dayNumber(publishedAt) <= days;

/** Whether a letter may get this state from editors. The same state again changes the texts of a published letter. */
export const mayMove = (from: LetterState, to: 'published' | 'declined'): boolean =>
  from !== 'unconfirmed' && !(from === 'declined' && to === 'declined');

export interface PrintedLetter extends LetterTexts {
  story: string;
}

/** Letters as Markdown for a page of the printed newspaper, by story. */
export function lettersMarkdown(letters: readonly PrintedLetter[]): string {
  const stories = Map.groupBy(letters, ({ story }) => story);
  return [...stories]
    .map(([story, of]) => [`## ${escapeLine(story)}`, ...of.map(letterMarkdown)].join('\n\n'))
    .map((part) => `${part}\n`)
    .join('\n');
}

function letterMarkdown({ name, place, text }: PrintedLetter): string {
  const writer = [name, place].filter(Boolean).map(escapeLine).join(', ');
  return [text.split('\n').map(escapeLine).join('\n'), writer && `**${writer}**`].filter(Boolean).join('\n\n');
}

// Escapes Markdown's characters in what readers wrote; at the start of a line also lists and headings.
const escapeLine = (line: string) =>
  line
    .replaceAll(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/^(\s*)([#+=~|:-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2');
