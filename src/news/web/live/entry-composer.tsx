import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { CheckField } from '#src/ui/field.tsx';
import { liveCalls } from '../../live.contract.ts';
import { newId } from '../local-copies.ts';
import { EntryFields } from './entry-fields.tsx';

interface TypedEntry {
  title: string;
  text: string;
  key_event: boolean;
  pinned: boolean;
  /** Sent along, so that an entry whose answer was lost is not stored twice. */
  key: string;
}

const emptyEntry = (): TypedEntry => ({ title: '', text: '', key_event: false, pinned: false, key: newId() });

/** The box in which a new entry is written. What is typed is saved on this device until it is posted. */
export function EntryComposer({ story }: { story: number }) {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const { draft, keep, discard } = useSavedDraft<TypedEntry>(`live:${story}`);
  const [typed, setTyped] = useState(emptyEntry);
  const [restored, setRestored] = useState<TypedEntry>();
  if (draft && draft !== restored) {
    setRestored(draft);
    if (!typed.text && !typed.title) setTyped({ ...emptyEntry(), ...draft });
  }
  const change = (now: TypedEntry) => {
    setTyped(now);
    keep(now);
    clear('text');
    clear('title');
  };
  const post = () =>
    void submit(
      async () => {
        await callApi(liveCalls.add, { params: { id: story }, body: typed });
        discard();
        // What was typed meanwhile is another entry.
        setTyped((now) => (now === typed ? emptyEntry() : { ...now, key: newId() }));
        toast({ kind: 'success', text: 'coverage.posted' });
        await refetch(liveCalls.desk);
      },
      (error) => toastFailure(error, 'coverage.postFailed', { always: true }),
    );
  return (
    <EntryFields typed={typed} errors={errors} onChange={change} onSubmit={post}>
      <div className="flex flex-wrap gap-x-6">
        <CheckField
          label={t('coverage.isKeyEvent')}
          checked={typed.key_event}
          onChange={({ target }) => change({ ...typed, key_event: target.checked })}
        />
        <CheckField
          label={t('coverage.isPinned')}
          checked={typed.pinned}
          onChange={({ target }) => change({ ...typed, pinned: target.checked })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" disabled={busy}>
          {t(busy ? 'coverage.posting' : 'coverage.post')}
        </Button>
        <p className="text-soft text-sm">{t('coverage.hint')}</p>
      </div>
    </EntryFields>
  );
}
