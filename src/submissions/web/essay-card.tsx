import { useEffect, useRef, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { ownScript } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { typeTexts } from '../form.rules.ts';
import { type EssayCard as Essay, pageWidths } from '../research.contract.ts';
import { usePdfViewer } from './pdf-viewer.ts';

/** An essay in the grid: its PDF as far as it is in view, who wrote it and what it is. The whole card leads to its page. */
export function EssayCard({ essay, first }: { essay: Essay; first: boolean }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  const { id, title, username, articleType, publishedAt } = essay;
  return (
    <li className="essay-card">
      <Sheet essay={essay} first={first} />
      <p className="kicker mt-3 first-letter:uppercase">{t(typeTexts[articleType])}</p>
      <h2 {...ownScript(title)}>
        <a href={to('/research/:id', { id })}>{title}</a>
      </h2>
      <p className="mt-1 font-medium text-sm">{t('research.by', { name: username })}</p>
      <p className="text-sm text-soft">
        <time dateTime={publishedAt}>{day.format(new Date(publishedAt))}</time>
      </p>
    </li>
  );
}

// The picture of the first page stands until the PDF itself is wanted, and for good where no browser can show one.
function Sheet({ essay: { title, openName, firstPage }, first }: { essay: Essay; first: boolean }) {
  const { t } = useTexts();
  const sheet = useRef<HTMLDivElement>(null);
  const viewer = usePdfViewer();
  const inView = useInView(sheet);
  const files = `${apiHost}/essays/${openName}`;
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
        <p className="essay-blank" aria-hidden="true" {...ownScript(title)}>
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

/** Whether an element is in view now: an essay that has left it gives its viewer's memory back. */
function useInView(element: { current: HTMLElement | null }): boolean {
  const [inView, setInView] = useState(false);
  // Only the browser knows what is in view.
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
