import type { ReactNode } from 'react';
import { toastFailure } from '#src/client/failure.ts';
import { useSubmission } from '#src/client/submit.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useSeenVersion } from './use-seen-version.ts';

/** Where the stories can go. */
interface Places {
  label: string;
  /** Error while none is chosen. */
  missing: TextKey;
  offered: readonly { id: number | string; name: string }[];
}

interface MoveStoriesDialogProps {
  title: string;
  /** How many stories there are. */
  stories?: string;
  /** What happens to the stories and addresses. */
  children: ReactNode;
  /** Absent if there is nothing to choose. */
  places?: Places | undefined;
  submit: string;
  failed: TextKey;
  /** Version of the entry, as it was loaded. */
  version: number | undefined;
  /** Makes the call; `into` is the chosen place. Returns the message of its success. */
  send(into: string | undefined, version: number | undefined): Promise<{ message: string }>;
  onClose(): void;
  onDone(): Promise<unknown>;
}

/** Confirms that a category, an author, a topic or a series is merged or deleted, and asks where its stories go. */
export function MoveStoriesDialog(props: MoveStoriesDialogProps) {
  const { stories, children, places, failed, send, onDone, version: loaded, ...dialog } = props;
  const { t } = useTexts();
  const { field, ...submission } = useSubmission();
  const { version, onConflict } = useSeenVersion(loaded);
  return (
    <FormDialog
      {...dialog}
      kind="danger"
      cancel={t('newsroom.cancel')}
      lead={
        <>
          {stories && <p className="mt-2 font-semibold">{stories}</p>}
          <p className="mt-2 text-sm text-soft">{children}</p>
        </>
      }
      submission={submission}
      check={({ into }) => (places && !into ? { into: { key: places.missing } } : {})}
      send={async ({ into }) => ({ sentence: (await send(into || undefined, version)).message })}
      onDone={onDone}
      // The dialog stays open; what it shows may have changed.
      failed={(error) => {
        onConflict(error);
        toastFailure(error, failed);
        void onDone();
      }}
    >
      {places && (
        <SelectField label={places.label} {...field('into')}>
          <option value="">{t('newsroom.choose')}</option>
          <Options of={places.offered.map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
    </FormDialog>
  );
}
