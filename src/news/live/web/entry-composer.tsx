import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedForm } from '#src/client/saved-draft.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { newId } from '#src/news/stories/web/local-copies.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckField } from '#src/ui/field.tsx';
import { Section } from '#src/ui/section.tsx';
import { liveCalls } from '../live.contract.ts';
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

/**
 * The box in which a new entry is written. What is typed is saved on this device until it is posted, and stays when a
 * colleague ends the coverage.
 */
export function EntryComposer({ story, running }: { story: number; running: boolean }) {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const [empty, setEmpty] = useState(emptyEntry);
  const form = useSavedForm(`live:${story}`, (draft) => (draft ? { ...empty, ...draft } : undefined));
  const { typed = empty } = form;
  const change = (now: TypedEntry) => {
    form.change(now);
    clear('text');
    clear('title');
  };
  const post = () =>
    void submit(
      async () => {
        await callApi(liveCalls.add, { params: { id: story }, body: typed });
        const now = form.newest() ?? typed;
        form.discard();
        setEmpty(emptyEntry());
        // What was typed meanwhile is another entry.
        if (now !== typed) change({ ...now, key: newId() });
        toast({ kind: 'success', text: 'coverage.posted' });
        await refetch(liveCalls.coverage);
      },
      (error) => {
        // It was posted before, and a colleague has changed it since: this is another entry.
        if (error.body?.current) change({ ...(form.newest() ?? typed), key: newId() });
        toastFailure(error, 'coverage.postFailed', { always: true });
      },
    );
  if (!running && !typed.text && !typed.title) return null;
  return (
    <Section title={t('coverage.newEntry')}>
      <div className="mt-4">
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
            <Button type="submit" disabled={busy || !running}>
              {t(busy ? 'coverage.posting' : 'coverage.post')}
            </Button>
            <p className="text-soft text-sm">{t(running ? 'coverage.hint' : 'coverage.notRunning')}</p>
          </div>
        </EntryFields>
      </div>
    </Section>
  );
}
