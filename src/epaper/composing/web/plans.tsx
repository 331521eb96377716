import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Icon } from '#src/ui/icon.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { editionPlanCalls } from '../edition-plans.contract.ts';

/** The saved plans of editions. */
export function Plans({ onOpen, onDeleted }: { onOpen(id: number): void; onDeleted(id: number): void }) {
  const { t, locale } = useTexts();
  const call = useCall(editionPlanCalls.list);
  const plans = call.data ?? [];
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const remove = async (id: number) => {
    if (await toastOutcome(() => callApi(editionPlanCalls.remove, { params: { id } }), 'compose.planDeleteFailed'))
      onDeleted(id);
    await refetch(editionPlanCalls.list);
  };
  if (call.isLoadingError) return <LoadFailure sentence={t('compose.plansFailed')} call={call} />;
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="compose-plans" className="mt-8">
      <h2 id="compose-plans" className="mb-2 font-bold text-xl">
        {t('compose.plans')}
      </h2>
      <ul className="border-ink border-t-2">
        {plans.map(({ id, title, saved_at, saved_by }) => (
          <li key={id} className="flex items-center gap-3 border-rule border-b">
            <button type="button" className="link min-h-11 grow py-2 text-start" onClick={() => onOpen(id)}>
              {title}
            </button>
            <span className="text-sm text-soft">
              {t('compose.planSavedBy', { name: saved_by ?? '–', time: time.format(new Date(saved_at)) })}
            </span>
            <button
              type="button"
              className="choice-tool"
              aria-label={t('compose.deletePlan', { title })}
              title={t('compose.deletePlan', { title })}
              onClick={() => void remove(id)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
