import type { href } from 'react-router';
import { type Language, pathIn } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';

type Route = Parameters<typeof href>[0];
type Localised = Extract<Route, `/:lang?${string}`>;
type WithoutLanguage<R> = R extends `/:lang?${infer Rest}` ? (Rest extends '' ? '/' : Rest) : never;

/** A route pattern without its language prefix: '/news/:id'. */
export type Page = WithoutLanguage<Localised>;

type Parts<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Parts<Head> | Parts<Tail>
  : P extends `:${infer Name}`
    ? Name
    : never;
type Params<P extends Page> = [Parts<P>] extends [never] ? [] : [Record<Parts<P>, string | number>];

/** The path of a page in a language. */
export function pagePath<P extends Page>(language: Language, page: P, ...[params]: Params<P>): string {
  const given = (params ?? {}) as Record<string, string | number>; // checked by Params
  const path = page.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  return pathIn(language, path);
}

/** Returns a function for paths in the page's language: `const to = usePaths(); to('/news/:id', { id })`. */
export function usePaths() {
  const { language } = useTexts();
  return <P extends Page>(page: P, ...params: Params<P>): string => pagePath(language, page, ...params);
}
