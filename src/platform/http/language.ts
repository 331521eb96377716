import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { defaultLanguage, isSiteLanguage, type Language } from '#src/messages/languages.ts';

/** The language of a page by its path: `/hi/news` is Hindi, `/news` the default. */
export function languageOfPath(path: string): Language {
  const first = path.split('/', 2)[1]?.replace(/\.data$/, ''); // a page's data has the path with .data: /hi.data
  return isSiteLanguage(first) ? first : defaultLanguage;
}

// Browsers send less than 200 characters; Node would accept 16 KB.
const maxAcceptLanguage = 500;

/**
 * The language of an API answer: the one with the highest weight in Accept-Language that the site has. Our own pages
 * send theirs there. `*` matches no language.
 */
export function languageOf({ headers }: FastifyRequest): Language {
  const accepted = headers['accept-language']?.slice(0, maxAcceptLanguage) ?? '';
  const tags = new Negotiator({ headers: { 'accept-language': accepted } }).languages(); // such as hi-IN
  return tags.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isSiteLanguage) ?? defaultLanguage;
}
