import type { PaperSize } from '#src/epaper/layout/compose.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { PreviewState } from './use-preview.ts';

/** The page preview, with navigation. */
export function PagePreview({
  preview: { made, busy, failure, goTo },
  paper,
}: {
  preview: PreviewState;
  paper: PaperSize;
}) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="compose-preview">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="compose-preview" className="font-bold text-xl">
          {t('compose.preview')}
        </h2>
        {made && (
          <div className="flex items-center">
            <button
              type="button"
              className="choice-tool"
              aria-label={t('compose.previousPage')}
              disabled={made.page <= 1}
              onClick={() => goTo(made.page - 1)}
            >
              <Icon name="left" />
            </button>
            <span className="tabular text-sm">{t('compose.pageNumber', { page: made.page })}</span>
            <button
              type="button"
              className="choice-tool"
              aria-label={t('compose.nextPage')}
              disabled={!made.more}
              onClick={() => goTo(made.page + 1)}
            >
              <Icon name="right" />
            </button>
          </div>
        )}
      </div>
      <div className="preview-sheet" data-busy={busy || undefined} data-paper={paper}>
        {made && <img src={made.picture} alt={t('compose.pagePicture', { page: made.page })} />}
      </div>
      <p role="status" className="min-h-6 text-sm text-soft">
        {failure === undefined ? busy && t('compose.setting') : failure || t('compose.previewFailed')}
      </p>
    </section>
  );
}
