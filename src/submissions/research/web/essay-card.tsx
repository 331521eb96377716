import { useEffect, useRef, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { usePaths } from '#src/client/paths.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { type EssayCard as Essay, pageWidths } from '#src/submissions/submission/research.contract.ts';
import { usePdfViewer } from './pdf-viewer.ts';

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
  const sheet = useRef<HTMLDivElement>(null);
  const viewer = usePdfViewer();
  const inView = useInView(sheet);
  const files = `${apiHost}/essays/${publicId}`;
  return (
    <div ref={sheet} className="essay-sheet">
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
      {viewer && inView && (
        <iframe
          src={`${files}.pdf#toolbar=0&navpanes=0&scrollbar=0&view=FitH`}
          title={t('research.frame', { title })}
          tabIndex={-1}
        />
      )}
    </div>
  );
}

/** Whether an element is in view. Unmounting the viewer of an essay out of view frees its memory. */
function useInView(element: { current: HTMLElement | null }): boolean {
  const [inView, setInView] = useState(false);
  // Visibility is known only in the browser.
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
