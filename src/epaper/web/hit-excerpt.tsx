import { languageOfText } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { PageHit } from '../reading.contract.ts';

/** What a found page says around the words; or that a plan is needed to read it. */
export function HitExcerpt({ hit: { excerpt, page } }: { hit: PageHit }) {
  const { t } = useTexts();
  if (!excerpt) return <span className="text-soft">{t('reader.pageNeedsPlan', { page })}</span>;
  return (
    <span className="font-serif" lang={languageOfText(excerpt.map(({ text }) => text).join(''))}>
      {excerpt.map(({ text, hit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </span>
  );
}
