import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedForm } from '#src/client/saved-draft.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { liveCalls, StaffEntry } from '../live.contract.ts';
import { EntryFields } from './entry-fields.tsx';

interface EntryEditorProps {
  story: number;
  entry: StaffEntry;
  onDone(): void;
}

type Typed = Pick<StaffEntry, 'title' | 'text' | 'version'>;

/** Changes an entry. If a colleague has changed it meanwhile, both texts are shown. */
export function EntryEditor({ story, entry, onDone }: EntryEditorProps) {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const form = useSavedForm<Typed>(`live-entry:${entry.id}`);
  const [opened] = useState<Typed>(entry);
  const { typed = opened } = form;
  const [theirs, setTheirs] = useState<StaffEntry>();
  const change = (now: Typed) => {
    form.change(now);
    clear('text');
    clear('title');
  };
  const done = () => {
    form.discard();
    onDone();
  };
  const save = (version: number) =>
    void submit(
      async () => {
        const { title, text } = typed;
        const body = { version, title, text };
        const saved = await callApi(liveCalls.change, { params: { id: story, entry: entry.id }, body });
        setTheirs(undefined);
        toast({ kind: 'success', text: 'coverage.saved' });
        await refetch(liveCalls.coverage);
        // What was typed meanwhile is the next version.
        const now = form.newest() ?? typed;
        if (now === typed) done();
        else change({ ...now, version: saved.version });
      },
      (error) => {
        const { data: current } = StaffEntry.safeParse(error.status === 409 ? error.body.current : undefined);
        if (current) setTheirs(current);
        else toastFailure(error, 'coverage.changeFailed', { always: true });
      },
    );
  return (
    <div className="mt-2">
      {theirs && (
        <div role="alert" className="mb-6 border border-ink bg-wash p-4">
          <p className="font-semibold">{t('coverage.changedMeanwhile')}</p>
          <p className="mt-2 text-soft text-sm">{t('coverage.theirText')}</p>
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {[theirs.title, theirs.text].filter(Boolean).join('\n')}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              kind="quiet"
              onClick={() => {
                change({ title: theirs.title, text: theirs.text, version: theirs.version });
                setTheirs(undefined);
              }}
            >
              {t('coverage.takeTheirs')}
            </Button>
            <Button kind="quiet" disabled={busy} onClick={() => save(theirs.version)}>
              {t('coverage.keepMine')}
            </Button>
          </div>
        </div>
      )}
      <EntryFields typed={typed} errors={errors} onChange={change} onSubmit={() => save(typed.version)}>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={busy}>
            {t('coverage.save')}
          </Button>
          <Button kind="quiet" onClick={done}>
            {t('newsroom.cancel')}
          </Button>
        </div>
      </EntryFields>
    </div>
  );
}
