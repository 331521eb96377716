import { apiHost } from '#src/client/api-host.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Section } from '#src/ui/section.tsx';
import type { Reviewed, ReviewedFile } from '../review.contract.ts';

/** History of a submission and all its files. */
export function ReviewRecord({ work: { history, files } }: { work: Reviewed }) {
  const { t, locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <Section title={t('review.history')}>
        <ol className="mt-3 grid gap-2">
          {history.map(({ id, at, action, actor, note, reasons, before }) => (
            <li key={id}>
              <span className="tabular text-soft text-sm">{time.format(new Date(at))}</span>{' '}
              {t('review.historyLine', { action, actor })}
              {reasons.map((reason) => (
                <p key={reason} className="text-sm">
                  {t(`submissions.reason_${reason}`)}
                </p>
              ))}
              {note && <p className="whitespace-pre-line text-sm">{note}</p>}
              {before && <p className="text-sm text-soft">{t('review.titleBefore', { title: before.title })}</p>}
            </li>
          ))}
        </ol>
      </Section>
      <Section title={t('review.files')}>
        <ul className="mt-2">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function FileRow({ file: { kind, version, path, filename, checked_at, checked_by } }: { file: ReviewedFile }) {
  const { t, locale } = useTexts();
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  const name = t('review.fileVersion', { kind, version });
  if (path)
    return (
      <li>
        <a className="link inline-flex min-h-11 items-center" href={apiHost + path} download>
          {name} ({filename})
        </a>
      </li>
    );
  return (
    <li className="flex min-h-11 items-center text-soft">
      {name}:{' '}
      {checked_at && checked_by
        ? t('review.checkedBy', { date: day.format(new Date(checked_at)), name: checked_by })
        : t('review.noFileAnymore')}
    </li>
  );
}
