import { apiHost } from '#src/client/api-host.ts';
import { pagePath } from '#src/client/paths.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type EssayPage, pageWidths } from '#src/submissions/submission/research.contract.ts';

/** The embedded PDF if the browser has a PDF viewer: embedded-pdfs.ts. Otherwise its pages as pictures and text. */
export function EssayReader({ essay }: { essay: EssayPage }) {
  const { t } = useTexts();
  const { id, title, pdfName, publicId, pages, morePages } = essay;
  // The file has the same URL in all languages.
  const file = `${pagePath(defaultLanguage, '/research/:id', { id })}/${encodeURIComponent(pdfName)}`;
  return (
    <section aria-label={t('research.readPdf')}>
      <p>
        {/* The file is not a page of the site: no client-side navigation. */}
        <a className="link inline-flex min-h-11 items-center font-semibold" href={file} data-reload>
          {t('research.openPdf')}
        </a>
      </p>
      <div
        className="essay-viewer no-print"
        hidden
        data-pdf={`${apiHost}/essays/${publicId}.pdf#navpanes=0&view=FitH`}
        data-title={t('research.pdfFrame', { title })}
      />
      {pages.length === 0 && <p className="py-4 text-soft in-data-shows-pdf:hidden">{t('research.pagesToCome')}</p>}
      {pages.length > 0 && <Pages publicId={publicId} pages={pages} morePages={morePages} />}
    </section>
  );
}

type PagesProps = Pick<EssayPage, 'publicId' | 'pages' | 'morePages'>;

// Initially open, for readers without scripts and for search engines; collapsed once the PDF is shown.
function Pages({ publicId, pages, morePages }: PagesProps) {
  const { t } = useTexts();
  return (
    <details open className="mt-4" data-instead-of-pdf="">
      <summary className="inline-flex min-h-11 items-center font-semibold">
        <span className="link">{t('research.pagesTitle')}</span>
      </summary>
      <ol className="mt-2 grid gap-8">
        {pages.map(({ page, width, height, text }) => (
          <li key={page}>
            <img
              className="essay-page-image"
              src={`${apiHost}/essays/${publicId}/${page}-${pageWidths.reading}.webp`}
              alt={t('research.page', { page })}
              width={pageWidths.reading}
              height={Math.round((pageWidths.reading * height) / width)}
              loading="lazy"
              decoding="async"
            />
            {text.trim() && (
              <details>
                <summary className="inline-flex min-h-11 items-center text-sm">
                  <span className="link">{t('research.textOfPage', { page })}</span>
                </summary>
                <p className="essay-page-text">{text}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
      {morePages > 0 && <p className="mt-4 text-soft">{t('research.pagesMore', { count: morePages })}</p>}
    </details>
  );
}
