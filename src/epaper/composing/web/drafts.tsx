import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { composeCalls, type Draft } from '../compose.contract.ts';

/** Scheduled drafts that wait for an editor's review. */
export function Drafts({ onOpen, onDropped }: { onOpen(draft: Draft): void; onDropped(id: number): void }) {
  const { t } = useTexts();
  const call = useCall(composeCalls.drafts);
  const drafts = call.data ?? [];
  const discard = async (id: number) => {
    if (await toastOutcome(() => callApi(composeCalls.discard, { params: { id } }), 'compose.dropFailed'))
      onDropped(id);
    await refetch(composeCalls.drafts);
  };
  if (call.isLoadingError) return <LoadFailure sentence={t('compose.draftsFailed')} call={call} />;
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="compose-drafts" className="mt-8">
      <h2 id="compose-drafts" className="mb-2 font-bold text-xl">
        {t('compose.drafts')}
      </h2>
      <ul className="border-ink border-t-2">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex items-center gap-3 border-rule border-b">
            <button type="button" className="link min-h-11 grow py-2 text-start" onClick={() => onOpen(draft)}>
              {draft.title}
            </button>
            <span className="tabular text-sm text-soft">{t('compose.stories', { count: draft.stories.length })}</span>
            <button
              type="button"
              className="choice-tool"
              aria-label={t('compose.dropDraft', { title: draft.title })}
              title={t('compose.dropDraft', { title: draft.title })}
              onClick={() => void discard(draft.id)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
