import { useState } from 'react';
import { apiHost } from '#src/client/api.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { formatOfName } from '../form.rules.ts';
import { type Reviewed, reviewCalls } from '../review.contract.ts';
import { usePdfViewer } from './pdf-viewer.ts';

/** The essay itself (one of these per file): a PDF as the browser shows it, the text of a .docx, or a way to open the file. */
export function WorkText({ work: { id, essay_file } }: { work: Reviewed }) {
  const { t } = useTexts();
  const viewer = usePdfViewer();
  // Each answer brings another pass; a new address would load the PDF again and lose the reader's place.
  const [shown] = useState(apiHost + essay_file);
  const [path = ''] = essay_file.split('?');
  const format = formatOfName(path);
  const href = apiHost + essay_file;
  return (
    <div className="mt-5">
      <p>
        <a className="link inline-flex min-h-11 items-center font-semibold" href={href} target="_blank" rel="noopener">
          {t('review.openEssay')}
        </a>
      </p>
      {format === 'pdf' && viewer && (
        <iframe
          src={`${shown}#navpanes=0&view=FitH`}
          title={t('review.essayFrame')}
          className="h-[70vh] w-full border border-rule"
        />
      )}
      {format === 'docx' && <DocxText id={id} />}
      {format === 'doc' && <p className="text-soft">{t('review.docOnly')}</p>}
    </div>
  );
}

function DocxText({ id }: { id: number }) {
  const { t } = useTexts();
  const { data, isError } = useCall(reviewCalls.text, { params: { id } });
  if (isError) return <p role="alert">{t('review.textFailed')}</p>;
  if (!data) return <p className="text-soft">{t('review.loading')}</p>;
  // The server lets no tag or attribute through that runs, loads or leads anywhere.
  return <div className="docx-text" dangerouslySetInnerHTML={{ __html: data.html }} />;
}
