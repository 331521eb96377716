import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type StaffEntry as Entry, liveCalls } from '../live.contract.ts';
import { EntryEditor } from './entry-editor.tsx';

interface StaffEntryProps {
  story: number;
  entry: Entry;
}

/** An entry in the newsroom's list, with what can be done to it. */
export function StaffEntry({ story, entry }: StaffEntryProps) {
  const { t, locale } = useTexts();
  const [opened, setOpened] = useState<'editor' | 'versions'>();
  const [busy, setBusy] = useState(false);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const params = { id: story, entry: entry.id };
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toastFailure(error, 'coverage.changeFailed');
    }
    await refetch(liveCalls.coverage);
    setBusy(false);
  };
  const change = (body: { pinned?: boolean; key_event?: boolean; title?: string; text?: string }) =>
    run(() => callApi(liveCalls.change, { params, body: { ...body, version: entry.version } }));
  const restore = () => run(() => callApi(liveCalls.restore, { params }));
  const remove = () =>
    run(async () => {
      await callApi(liveCalls.remove, { params });
      toast({ kind: 'info', text: 'coverage.removed', action: { label: 'newsroom.undo', run: () => void restore() } });
    });
  const notes = [
    entry.deleted_at && t('coverage.isRemoved'),
    entry.pinned && t('live.pinned'),
    entry.key_event && t('coverage.isKeyEvent'),
  ].filter(Boolean);
  return (
    <li className="py-4" aria-label={entry.title || entry.text.slice(0, 80)}>
      <p className="text-soft text-sm">
        {time.format(new Date(entry.created_at))}, <bdi>{entry.author}</bdi>
        {notes.length > 0 && <span className="font-semibold text-ink"> · {notes.join(' · ')}</span>}
      </p>
      {opened === 'editor' ? (
        <EntryEditor story={story} entry={entry} onDone={() => setOpened(undefined)} />
      ) : (
        <>
          {entry.title && (
            <h3 dir="auto" className="font-bold">
              {entry.title}
            </h3>
          )}
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {entry.text}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {entry.deleted_at ? (
              <Button kind="quiet" disabled={busy} onClick={restore}>
                {t('newsroom.restore')}
              </Button>
            ) : (
              <>
                <Button kind="quiet" onClick={() => setOpened('editor')}>
                  {t('newsroom.edit')}
                </Button>
                <Button kind="quiet" disabled={busy} onClick={() => change({ pinned: !entry.pinned })}>
                  {t(entry.pinned ? 'coverage.unpin' : 'coverage.isPinned')}
                </Button>
                <Button kind="quiet" disabled={busy} onClick={() => change({ key_event: !entry.key_event })}>
                  {t(entry.key_event ? 'coverage.noKeyEvent' : 'coverage.isKeyEvent')}
                </Button>
                <Button kind="quiet" disabled={busy} onClick={remove}>
                  {t('newsroom.delete')}
                </Button>
              </>
            )}
            <Button
              kind="quiet"
              aria-expanded={opened === 'versions'}
              onClick={() => setOpened(opened === 'versions' ? undefined : 'versions')}
            >
              {t('coverage.versions')}
            </Button>
          </div>
        </>
      )}
      {opened === 'versions' && (
        <Versions
          story={story}
          entry={entry}
          onTake={({ title, text }) => void change({ title, text }).then(() => setOpened(undefined))}
        />
      )}
    </li>
  );
}

/** The stored versions of an entry. */
function Versions({
  story,
  entry,
  onTake,
}: StaffEntryProps & { onTake(version: Pick<Entry, 'title' | 'text'>): void }) {
  const { t, locale } = useTexts();
  // The path has no version, but the cache does: after a change the versions are asked for again.
  const call = useCall(liveCalls.versions, { params: { id: story, entry: entry.id, version: entry.version } });
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  if (call.isLoadingError) return <LoadFailure sentence={t('coverage.failed')} call={call} />;
  if (!call.data) return <p className="py-6 text-soft">{t('newsroom.loading')}</p>;
  const isOther = ({ title, text }: Pick<Entry, 'title' | 'text'>) => title !== entry.title || text !== entry.text;
  return (
    <ol className="mt-4 grid gap-3">
      {call.data.map((version) => (
        <li key={version.version} className="border-rule border-s-2 ps-3">
          <p className="text-soft text-sm">
            <bdi className="font-semibold">{version.author}</bdi>, {time.format(new Date(version.at))}
          </p>
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {[version.title, version.text].filter(Boolean).join('\n')}
          </p>
          {!entry.deleted_at && isOther(version) && (
            <Button kind="quiet" className="mt-2" onClick={() => onTake(version)}>
              {t('coverage.bringBack')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
