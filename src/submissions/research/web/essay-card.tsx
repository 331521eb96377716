import { apiHost } from '#src/client/api-host.ts';
import { usePaths } from '#src/client/paths.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { type EssayCard as Essay, pageWidths } from '#src/submissions/submission/research.contract.ts';

/** An essay in the grid: its PDF while in view, title, author and type. The whole card links to its page. */
export function EssayCard({ essay, first }: { essay: Essay; first: boolean }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  const { id, title, username, articleType, publishedAt } = essay;
  return (
    <li className="essay-card">
      <EssayPreview essay={essay} first={first} />
      <p className="kicker mt-3 first-letter:uppercase">{t(typeTexts[articleType])}</p>
      <h2 {...textLanguageAttributes(title)}>
        <a href={to('/research/:id', { id })}>{title}</a>
      </h2>
      <p className="mt-1 font-medium text-sm">{t('research.by', { name: username })}</p>
      <p className="text-sm text-soft">
        <time dateTime={publishedAt}>{day.format(new Date(publishedAt))}</time>
      </p>
    </li>
  );
}

// Shows the picture of the first page until the PDF is loaded, or permanently if the browser has no PDF viewer.
function EssayPreview({ essay: { title, publicId, firstPage }, first }: { essay: Essay; first: boolean }) {
  const { t } = useTexts();
  const files = `${apiHost}/essays/${publicId}`;
  return (
    <div
      className="essay-sheet"
      data-pdf={`${files}.pdf#toolbar=0&navpanes=0&scrollbar=0&view=FitH`}
      data-title={t('research.frame', { title })}
    >
      {firstPage ? (
        <img
          src={`${files}/1-${pageWidths.card}.webp`}
          alt={t('research.frame', { title })}
          width={pageWidths.card}
          height={Math.round((pageWidths.card * firstPage.height) / firstPage.width)}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <p className="essay-blank" aria-hidden="true" {...textLanguageAttributes(title)}>
          {title}
        </p>
      )}
    </div>
  );
}
