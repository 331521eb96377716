import { directionOf } from '#src/messages/languages.ts';
import { languageOfText } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Marked } from '#src/ui/marked.tsx';
import type { PageHit } from '../reader.contract.ts';

/** The page of a search result with its excerpt, or a note that a plan is required. */
export function HitText({ hit: { excerpt, page } }: { hit: PageHit }) {
  const { t } = useTexts();
  if (!excerpt) return <span className="text-soft">{t('reader.pageNeedsPlan', { page })}</span>;
  const language = languageOfText(excerpt.map(({ text }) => text).join(''));
  return (
    <>
      <span className="tabular shrink-0 font-semibold">{t('reader.pageNumber', { page })}</span>
      <span className="font-serif" lang={language} dir={directionOf(language)}>
        <Marked parts={excerpt.map(({ text, hit }) => ({ text, marked: hit }))} />
      </span>
    </>
  );
}
