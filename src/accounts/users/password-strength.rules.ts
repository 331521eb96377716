// How easily a new password is guessed: zxcvbn's estimate, and what other people know about its owner (decision 083).
// The browser loads this module, 0.4 MB of words, when a field for a new password is touched.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import passwords from '@zxcvbn-ts/language-common/dist/passwords.json.mjs';
import words from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs';
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';
import type { ValidationError } from '#src/rules/validation.rules.ts';
import { parseMobile } from './users.rules.ts';

/** What other people know about a password's owner, as far as the site has it. */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
  mobile?: string | null | undefined;
  /** Such as "1990-05-17". */
  dob?: string | null | undefined;
}

// Of the commonest in India, by NordPass's lists of 2021 to 2025; zxcvbn's list of leaked passwords lacks them.
const commonInIndia = ['pass@123', 'admin@123', 'india@123', 'password@123', 'abcd@1234', 'indya123'];

// The time grows with the length and with the spellings of "l33t" that are tried: 10 ms at most with these numbers, a
// second and more with the library's own. The rest of a longer password can only add to the guesses.
const checkedLength = 24;
const l33tSpellings = 8;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords, words, firstNames, commonInIndia },
  graphs: adjacencyGraphs,
  maxLength: checkedLength,
  l33tMaxSubstitutions: l33tSpellings,
});

/** zxcvbn's scores 0 and 1: fewer than a million guesses. */
const isGuessable = (text: string, known: string[]) => estimator.check(text, known).score < 2;

/**
 * Rejects a password that is guessed easily, and one of which only that remains without the owner's data and the site's
 * name. Checked without spaces around it and in one spelling (NFKC), although it is stored as typed. For Asha Rao
 * "Asha@123" is rejected, "a quiet day with Asha" is not.
 */
export function guessableError(password: string, owner: PasswordOwner, siteName: string): ValidationError | undefined {
  const text = password.normalize('NFKC').trim();
  const known = knownWords(owner, siteName);
  const lower = text.toLowerCase();
  const rest = known.reduce((rest, word) => rest.replaceAll(word, ''), lower);
  if (rest !== lower && isGuessable(rest, known)) return { key: 'accounts.passwordOwnWords' };
  return isGuessable(text, known) ? { key: 'accounts.passwordGuessable' } : undefined;
}

/** Names, e-mail, mobile number, day of birth and the site's name in their usual spellings, the longest first. */
function knownWords({ name = '', email = '', mobile, dob }: PasswordOwner, siteName: string): string[] {
  const names = [name, email.split('@')[0] ?? '', siteName].flatMap((text) => {
    const parts = text.normalize('NFKC').split(notWord);
    return [text.normalize('NFKC'), parts.join(''), ...parts];
  });
  const all = [email, ...names, ...mobileSpellings(mobile ?? ''), ...dateSpellings(dob ?? '')];
  const found = all.map((word) => word.trim().toLowerCase()).filter((word) => word.length >= 3);
  return [...new Set(found)].sort((a, b) => b.length - a.length);
}

const notWord = /[^\p{L}\p{M}\p{N}]+/u;

function mobileSpellings(text: string): string[] {
  const mobile = parseMobile(text);
  if (!mobile) return [];
  const { code, number } = mobile;
  const halves = [number.slice(0, 5), number.slice(5)];
  return [code + number, number, halves.join(' '), halves.join('-')];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// "1990-05-17" as 17051990, 17-5-90, 17may1990 and so on.
function dateSpellings(day: string): string[] {
  const [year, month, date] = day.split('-');
  if (!year || !month || !date) return [];
  const named = months[Number(month) - 1] ?? month;
  return [year, year.slice(2)].flatMap((year) => {
    const orders = [month, named].flatMap((month) => [
      [date, month, year],
      [month, date, year],
      [year, month, date],
    ]);
    const spelled = orders.flatMap((parts) => ['', '-', '/', '.', ' '].map((separator) => parts.join(separator)));
    return spelled.flatMap((text) => [text, text.replaceAll(/\b0/g, '')]);
  });
}
