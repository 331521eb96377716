// Topics and series. A story has topics, which group stories of all sections ("Monsoon 2026"); two names with the same slug
// are the same topic. A story may be a part of one series ("The river, in five parts").

import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import type { ValidationError } from '#src/rules/validation.rules.ts';

export const topicNameMaxLength = 60;
export const topicDescriptionMaxLength = 300;
export const seriesTitleMaxLength = 100;
/** Topics of one story. */
export const maxTopics = 12;
export const maxSeriesPart = 999;
/** With fewer public stories a topic is not in the sitemap: its page would have less than the story. */
export const sitemapStories = 3;

/** A name as it is stored. */
export const topicName = (typed: string): string => typed.trim().replaceAll(/\s+/g, ' ');

/** The names in a form's field, each topic once. */
export function topicNames(text: string): string[] {
  const names = new Map<string, string>();
  for (const typed of text.split(/[,،;]/)) {
    const name = topicName(typed);
    if (name && !names.has(nameSlug(name))) names.set(nameSlug(name), name);
  }
  return [...names.values()];
}

/** The value of the form's field for these topics. */
export const topicsField = (topics: readonly { name: string }[]): string => topics.map(({ name }) => name).join(', ');

/** Why a name cannot be that of a topic; undefined if it can. A comma separates names. */
export const topicNameError = (name: string): ValidationError | undefined =>
  nameError(name, topicNameMaxLength, '/?#%\\<>,،;');

/** Why a title cannot be that of a series; undefined if it can. */
export const seriesTitleError = (title: string): ValidationError | undefined =>
  nameError(title, seriesTitleMaxLength, '/?#%\\<>');

// An address is made of the name: it needs a letter or a digit, and none of the characters that have a meaning there.
function nameError(name: string, max: number, refused: string): ValidationError | undefined {
  if (name.length > max) return { key: 'tagging.nameTooLong', params: { max } };
  if (!/[\p{L}\p{N}]/u.test(name) || Array.from(refused).some((character) => name.includes(character)))
    return { key: 'tagging.nameCharacters', params: { name, refused: Array.from(refused).join(' ') } };
  return undefined;
}

/** The topics of a form's field, or why they cannot be stored. */
export function checkTopics(text: string): { topics: string[] } | { error: ValidationError } {
  const topics = topicNames(text);
  if (topics.length > maxTopics) return { error: { key: 'tagging.tooMany', params: { max: maxTopics } } };
  const error = topics.map((name) => topicNameError(name)).find(Boolean);
  return error ? { error } : { topics };
}

/** The part of a series that was typed; null for none, undefined if it is no number. */
export function seriesPart(typed: string | number): number | null | undefined {
  const text = String(typed).trim();
  if (!text) return null;
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;
}
