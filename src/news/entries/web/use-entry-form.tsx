import { useState } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useSeenVersion } from './use-seen-version.ts';

interface EntryForm {
  /** The area of its texts. */
  texts: 'taxonomy' | 'tagging' | 'bylines';
  /** As it was loaded; undefined for a new entry. */
  version: number | undefined;
  /** Shown after a conflict: what is stored now. */
  storedNow?: string;
  onDone(): Promise<unknown>;
}

/**
 * The form of an entry in a dialog; `form` is for `FormDialog`. After a conflict it stays open with what was typed, and the
 * next save is based on what is stored then.
 */
export function useEntryForm({ texts, version: loaded, storedNow, onDone }: EntryForm) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { version = 0, onConflict } = useSeenVersion(loaded);
  const [hasConflict, setHasConflict] = useState(false);
  const form = {
    submission,
    lead: hasConflict && storedNow && (
      <p role="alert" className="mt-3 border-press border-s-4 bg-wash px-4 py-3">
        {storedNow}
      </p>
    ),
    failed(error: ApiError) {
      if (Object.keys(error.fields).length === 0) toastFailure(error, `${texts}.failed`);
      setHasConflict(onConflict(error));
      void onDone();
    },
    onDone,
    submit: t(`${texts}.save`),
    cancel: t('newsroom.cancel'),
  };
  return { form, version, field: submission.field, errors: submission.errors };
}
