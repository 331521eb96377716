import type { FastifyRequest } from 'fastify';
import { defaultLanguage, isSiteLanguage, type Language } from '#src/messages/languages.ts';

/** The language of a page by its address: `/hi/news` is Hindi, `/news` the default. */
export function languageOfPath(path: string): Language {
  const first = path.split('/', 2)[1]?.replace(/\.data$/, ''); // a page's data is at its address with .data: /hi.data
  return isSiteLanguage(first) ? first : defaultLanguage;
}

/** The language for an answer of the API: the first of Accept-Language that we have. Our own pages send theirs there. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', quality] = range.trim().split(';q='); // such as "hi-IN;q=0.8"
      return { language: tag.split('-')[0]?.toLowerCase(), quality: Number(quality ?? 1) };
    })
    .sort((a, b) => b.quality - a.quality);
  for (const { language, quality } of wanted) if (quality > 0 && isSiteLanguage(language)) return language;
  return defaultLanguage;
}
