// Bylines. A story names its authors by id, in order; its byline is the text that readers see, such as "A, B and C".
import { parseEmail } from '#src/accounts/users/email.rules.ts';
import { isLanguage, languages } from '#src/messages/languages.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { separators } from './byline-names.rules.ts';

export const authorNameMaxLength = 60;
export const authorRoleMaxLength = 100;
/** Some 150 words. */
export const bioMaxLength = 1000;
/** Authors of one story. */
export const maxAuthors = 10;
/** Long enough for the address of a profile. */
export const profileMaxLength = 200;

export interface AuthorRef {
  id: number;
  name: string;
  slug: string;
}

interface Referable extends AuthorRef {
  former_ids: readonly number[];
  former_slugs: readonly string[];
}

/** The ids or slugs in a form's field, in order. */
export const authorRefs = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((ref) => ref.trim())
      .filter(Boolean),
  ),
];

/** The author that an id or slug names, also a former one. */
export const findAuthor = <T extends Referable>(authors: readonly T[], ref: string): T | undefined =>
  /^\d+$/.test(ref)
    ? (authors.find(({ id }) => id === Number(ref)) ??
      authors.find(({ former_ids }) => former_ids.includes(Number(ref))))
    : findBySlug(authors, ref);

/** Each author once: two of a story may have been merged. */
export const distinctAuthors = <T extends { id: number }>(authors: readonly T[]): T[] =>
  authors.filter(({ id }, index) => authors.findIndex((other) => other.id === id) === index);

/** The value of the form's field for these authors. */
export const authorsField = (authors: readonly { id: number }[]): string =>
  distinctAuthors(authors)
    .map(({ id }) => id)
    .join(',');

const listFormat = (language: string) =>
  new Intl.ListFormat(isLanguage(language) ? languages[language].locale : language, { type: 'conjunction' });

/** The byline of authors in the language of their story: "A, B and C". */
export const bylineOf = (names: readonly string[], language: string): string => listFormat(language).format(names);

export type BylinePart = string | Pick<AuthorRef, 'name' | 'slug'>;

/** The position of a name in a byline, not within another name; -1 if the byline does not have it. */
export function findName(byline: string, name: string, from = 0): number {
  for (let at = byline.indexOf(name, from); at >= 0; at = byline.indexOf(name, at + 1)) {
    const [before, after] = [byline.slice(0, at), byline.slice(at + name.length)];
    const begins = !before || separators().some((separator) => before.endsWith(separator));
    if (begins && (!after || separators().some((separator) => after.startsWith(separator)))) return at;
  }
  return -1;
}

/** A byline with the authors in it, to be linked. Texts between them may name authors who were deleted. */
export function bylineParts(byline: string, authors: readonly AuthorRef[], language: string): BylinePart[] {
  const parts: BylinePart[] = [];
  let at = 0;
  for (const { name, slug } of authors) {
    const found = findName(byline, name, at);
    if (found < 0) return partsOf(authors, language);
    parts.push(byline.slice(at, found), { name, slug });
    at = found + name.length;
  }
  return [...parts, byline.slice(at)].filter((part) => part !== '');
}

// For a byline that has not been rewritten yet after an author got another name.
function partsOf(authors: readonly AuthorRef[], language: string): BylinePart[] {
  const left = [...authors];
  return listFormat(language)
    .formatToParts(authors.map(({ name }) => name))
    .flatMap(({ type, value }): BylinePart[] => {
      const author = type === 'element' ? left.shift() : undefined;
      return [author ? { name: author.name, slug: author.slug } : value];
    });
}

interface Byline {
  authors?: string | undefined;
  author?: string | undefined;
}

const hasBylineOf = (sent: Byline, forms: readonly Byline[]) =>
  sent.author !== undefined && forms.some(({ author }) => sent.author?.trim() === author);

/**
 * Whether a form was opened before its story was linked to the authors in its byline: the links stay. It sends no
 * authors, and the byline of one of `known`: the story as it is stored, and the version that the form began with.
 */
export const isBeforeLinking = (sent: Byline, ...known: Byline[]): boolean =>
  sent.authors?.trim() === '' && hasBylineOf(sent, known);

/** Whether a form sends another byline and no authors: it then replaces the authors. `known` as above. */
export const replacesAuthors = (sent: Byline, ...known: Byline[]): boolean =>
  sent.authors === undefined && sent.author !== undefined && !hasBylineOf(sent, known);

/** The texts of an author's form. */
export interface AuthorTexts {
  name: string;
  role: string;
  bio: string;
  language: string;
  email: string;
  x: string;
  instagram: string;
}

const handles = {
  x: { host: /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/, handle: /^\w{1,15}$/ },
  instagram: { host: /^(?:www\.)?instagram\.com$/, handle: /^[\w.]{1,30}$/ },
};

/** The handle in "@asha", "asha" or the address of a profile; undefined if it is none, empty if there is nothing. */
export function parseHandle(network: keyof typeof handles, typed: string): string | undefined {
  const text = typed.trim();
  const { host, handle } = handles[network];
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = text.includes('/') && URL.canParse(address) ? new URL(address) : undefined;
  if (text.includes('/') && !(url && host.test(url.hostname))) return undefined;
  const found = (url ? (url.pathname.split('/')[1] ?? '') : text).replace(/^@/, '');
  return text === '' || handle.test(found) ? found : undefined;
}

/** Validates an author's form: the texts to store, or the error of each field. */
export function checkAuthor(
  form: AuthorTexts,
): { author: AuthorTexts } | { errors: ValidationErrors<keyof AuthorTexts> } {
  const errors: ValidationErrors<keyof AuthorTexts> = {};
  const name = form.name.trim().replaceAll(/\s+/g, ' ');
  const email = form.email.trim() && parseEmail(form.email);
  const [x, instagram] = [parseHandle('x', form.x), parseHandle('instagram', form.instagram)];
  if (!name) errors.name = { key: 'newsroom.nameRequired' };
  // The slug must not look like an id, and a comma separates authors.
  else if (!/\p{L}/u.test(name) || /[/?#%\\,]/.test(name)) errors.name = { key: 'bylines.nameCharacters' };
  if (!isLanguage(form.language)) errors.language = { key: 'errors.invalidField' };
  if (email === undefined) errors.email = { key: 'bylines.emailInvalid' };
  if (x === undefined) errors.x = { key: 'bylines.profileInvalid' };
  if (instagram === undefined) errors.instagram = { key: 'bylines.profileInvalid' };
  if (email === undefined || x === undefined || instagram === undefined || Object.keys(errors).length)
    return { errors };
  const { role, bio, language } = form;
  return {
    author: { name, role: role.trim(), bio: bio.replaceAll('\r\n', '\n').trim(), language, email, x, instagram },
  };
}
