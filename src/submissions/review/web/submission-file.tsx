import { useEffect, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageWidths } from '#src/submissions/submission/research.contract.ts';
import { HtmlText } from '#src/ui/html.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import {
  type FileKind,
  fileKinds,
  type Reviewed,
  type ReviewedFile,
  type ReviewedPage,
  reviewCalls,
} from '../review.contract.ts';

const askAgainMs = 3000;

interface SubmissionFileProps {
  work: Reviewed;
  kind: FileKind;
  onChoose(kind: FileKind): void;
}

/**
 * A submitted file in safe form: the rendered pages of a PDF, the text of a .doc or .docx. The file itself is only
 * offered as a download, because it may contain active content.
 */
export function SubmissionFile({ work, kind, onChoose }: SubmissionFileProps) {
  const { t } = useTexts();
  const file = work.files.find((one) => one.kind === kind && !one.replaced);
  return (
    <section className="mt-5" aria-label={t(`review.${kind}`)}>
      <fieldset aria-label={t('review.fileShown')} className="flex gap-2">
        {fileKinds.toReversed().map((one) => (
          <button
            key={one}
            type="button"
            className="file-choice"
            aria-pressed={one === kind}
            onClick={() => onChoose(one)}
          >
            {t(`review.${one}`)}
          </button>
        ))}
      </fieldset>
      {file?.path ? (
        <>
          {file.format === 'pdf' ? <Pages file={file} /> : <WordText id={work.id} kind={kind} />}
          <div className="mt-4 border-rule border-t pt-3">
            <p className="text-sm">{t('review.originalWarning')}</p>
            <a className="link inline-flex min-h-11 items-center font-semibold" href={apiHost + file.path} download>
              {t('review.saveOriginal', { name: file.filename })}
            </a>
          </div>
        </>
      ) : (
        <p className="py-4 text-soft">{t('review.noFileAnymore')}</p>
      )}
    </section>
  );
}

function Pages({ file: { drawing, pages } }: { file: ReviewedFile }) {
  const { t } = useTexts();
  // A job renders the pages and the browser is not notified when it is done, so this polls.
  useEffect(() => {
    if (drawing !== 'waiting') return;
    const timer = setInterval(() => void refetch(reviewCalls.get), askAgainMs);
    return () => clearInterval(timer);
  }, [drawing]);
  if (drawing === 'waiting')
    return (
      <p role="status" className="py-4 text-soft">
        {t('review.drawingWaits')}
      </p>
    );
  if (drawing === 'failed') return <p className="py-4">{t('review.drawingFailed')}</p>;
  return (
    <ol className="mt-3 grid gap-4">
      {pages.map((page) => (
        <li key={page.page}>
          <PagePicture page={page} />
        </li>
      ))}
    </ol>
  );
}

// Each answer contains new signed URLs, valid for 15 minutes. A picture stays at the URL by which it was loaded, so that it
// does not flicker; one that comes into view after that time requests a new URL.
function PagePicture({ page: { page, width, height, picture } }: { page: ReviewedPage }) {
  const { t } = useTexts();
  const [first] = useState(picture);
  const [expired, setExpired] = useState(false);
  return (
    <img
      className="page-picture"
      src={apiHost + (expired ? picture : first)}
      alt={t('research.page', { page })}
      width={pageWidths.reading}
      height={Math.round((pageWidths.reading * height) / width)}
      loading="lazy"
      decoding="async"
      onError={() => {
        if (expired) return;
        setExpired(true);
        if (picture === first) void refetch(reviewCalls.get);
      }}
    />
  );
}

function WordText({ id, kind }: { id: number; kind: FileKind }) {
  const { t } = useTexts();
  const call = useCall(reviewCalls.text, { params: { id }, query: { kind } });
  if (call.isLoadingError) return <LoadFailure sentence={t('review.textFailed')} call={call} />;
  if (!call.data) return <p className="py-4 text-soft">{t('review.loading')}</p>;
  return <HtmlText className="docx-text mt-3" html={call.data.html} />;
}
