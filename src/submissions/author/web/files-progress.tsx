import { useTexts } from '#src/messages/texts.tsx';
import { uploadProgress } from '#src/submissions/submission/form.rules.ts';
import { Progress } from '#src/ui/progress.tsx';
import type { Documents } from './document-field.tsx';

/** Upload progress of the bonafide and the essay file; `part` is the total progress from 0 to 1. */
export function FilesProgress({ part, documents }: { part: number; documents: Documents }) {
  const { t } = useTexts();
  const sizes = [documents.bonafide_file?.size ?? 0, documents.essay_file?.size ?? 0];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const [bonafide = 0, essay = 0] = uploadProgress(part * total, sizes);
  return (
    <div className="grid gap-3" aria-live="off">
      <Progress label={t('submissions.sendingBonafide')} part={bonafide} />
      <Progress label={t('submissions.sendingEssay')} part={essay} />
      {part >= 1 && <p role="status">{t('submissions.checking')}</p>}
    </div>
  );
}
