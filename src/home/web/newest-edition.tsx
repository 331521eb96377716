import { apiHost } from '#src/client/api-host.ts';
import { usePaths } from '#src/client/paths.ts';
import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';

/** The cover of the newest edition. */
export function NewestEdition({ edition }: { edition: EditionView | null }) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <section className="home-part" aria-labelledby="home-edition">
      <div className="section-head">
        <h2 id="home-edition">{t('home.edition')}</h2>
      </div>
      {edition ? <Cover edition={edition} /> : <p className="font-serif text-lg text-soft">{t('home.editionNone')}</p>}
      <p className="mt-2">
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/e-paper')}>
          {t('home.editionRead')}
        </a>
      </p>
    </section>
  );
}

function Cover({ edition }: { edition: EditionView }) {
  const { title, thumbnail_url, cover_width, cover_height } = edition;
  const { t, locale } = useTexts();
  const to = usePaths();
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  return (
    <a href={to('/e-paper')} className="home-cover">
      {thumbnail_url && (
        <img
          src={apiHost + thumbnail_url}
          width={cover_width}
          height={cover_height}
          alt={t('home.editionCover', { title })}
          loading="lazy"
          decoding="async"
        />
      )}
      <h3 {...textLanguageAttributes(title)}>{title}</h3>
      <p className="tabular text-soft">{day.format(issuedAt(edition))}</p>
    </a>
  );
}
