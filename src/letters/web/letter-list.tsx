import { directionOf, isLanguage } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import type { PublishedLetter } from '../letters.contract.ts';

/** Published letters, each with its writer's name and place. */
export function LetterList({ letters }: { letters: PublishedLetter[] }) {
  const { t, language, locale } = useTexts();
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  return (
    <ul className="divide-y divide-rule">
      {letters.map(({ id, name, place, text, language: written, published_at }) => (
        <li key={id} className="py-4">
          <blockquote
            className="font-serif text-lg"
            lang={written === language ? undefined : written}
            dir={isLanguage(written) ? directionOf(written) : 'auto'}
          >
            {paragraphs(text).map((paragraph, index) => (
              <p key={paragraph + String(index)} className={index > 0 ? 'mt-4' : undefined}>
                {paragraph}
              </p>
            ))}
          </blockquote>
          <p className="mt-2 text-sm text-soft">
            <bdi className="font-semibold text-ink">{name || t('news.letterNameless')}</bdi>
            {place && (
              <>
                {', '}
                <bdi>{place}</bdi>
              </>
            )}
            {' · '}
            <time dateTime={published_at}>{day.format(new Date(published_at))}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}

const paragraphs = (text: string) => text.split(/\n+/);
