import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { failureText } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { editionPlanCalls, PlanConflict, type PlanHead, type PlanInput } from '../edition-plans.contract.ts';

interface SavePlanProps {
  input: PlanInput;
  /** The plan that is open, and its version that this editor has seen. */
  plan: { id: number; version: number } | undefined;
  /** Called with what was saved. */
  onSaved(head: PlanHead): void;
  /** Opens the version that another user has saved. */
  onReload(): void;
}

/** Saves the plan; asks what to do if another user has saved it since. */
export function SavePlan({ input, plan, onSaved, onReload }: SavePlanProps) {
  const { t, locale } = useTexts();
  const { busy, failure, submit } = useSubmission();
  const [current, setCurrent] = useState<PlanHead>();
  const [deleted, setDeleted] = useState(false);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const save = (target: SavePlanProps['plan']) => {
    setCurrent(undefined);
    setDeleted(false);
    void submit(
      async () => {
        const head = target
          ? await callApi(editionPlanCalls.change, {
              params: { id: target.id },
              body: { ...input, version: target.version },
            })
          : await callApi(editionPlanCalls.create, { body: input });
        await Promise.all([refetch(editionPlanCalls.list), refetch(editionPlanCalls.get)]);
        toast({ kind: 'success', text: 'compose.planSaved' });
        onSaved(head);
      },
      ({ body, status }) => {
        setCurrent(PlanConflict.safeParse(body).data?.current);
        setDeleted(target !== undefined && status === 404);
      },
    );
  };
  const reason = failure && (Object.values(failure.fields)[0] ?? failureText(failure, 'compose.planSaveFailed', t));
  return (
    <div className="mt-4">
      <Button kind="quiet" disabled={busy} onClick={() => save(plan)}>
        {t('compose.savePlan')}
      </Button>
      {reason && !current && !deleted && (
        <p role="alert" className="mt-2 font-medium text-bad text-sm">
          {reason}
        </p>
      )}
      {deleted && (
        <Dialog title={t('compose.planGone')} onClose={() => setDeleted(false)}>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button onClick={() => save(undefined)}>{t('compose.saveAsAnother')}</Button>
            <Button kind="quiet" onClick={() => setDeleted(false)}>
              {t('compose.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
      {current && (
        <Dialog title={t('compose.planChanged')} onClose={() => setCurrent(undefined)}>
          <p className="mt-3">
            {t('compose.planSavedBy', {
              name: current.saved_by ?? '–',
              time: time.format(new Date(current.saved_at)),
            })}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button onClick={() => save(undefined)}>{t('compose.saveAsAnother')}</Button>
            <Button
              kind="quiet"
              onClick={() => {
                setCurrent(undefined);
                onReload();
              }}
            >
              {t('compose.takeTheirs')}
            </Button>
            <Button kind="quiet" onClick={() => setCurrent(undefined)}>
              {t('compose.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
