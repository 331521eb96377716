import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
import { type Grievance, grievancesCalls } from '../grievances.contract.ts';
import { decisionMaxLength, grievanceDecisions, grievanceStateText } from '../grievances.rules.ts';

/** Shows a grievance with its decision, or the form to decide it. */
export function DecisionDialog({ grievance, onClose }: { grievance: Grievance; onClose(): void }) {
  const { t } = useTexts();
  const { number, name, email, text, state, decision } = grievance;
  const pending = state === 'pending';
  return (
    <Dialog title={t(pending ? 'grievances.decideTitle' : 'grievances.view', { number })} onClose={onClose}>
      <p className="mt-2 text-sm text-soft">
        {name} {email && <>· {email}</>}
      </p>
      <ScrollArea label={number} className="mt-3 max-h-48 overflow-auto border-rule border-y py-3">
        <p className="whitespace-pre-line font-serif">{text || t('grievances.emptied')}</p>
      </ScrollArea>
      {pending ? (
        <DecisionForm grievance={grievance} onClose={onClose} />
      ) : (
        <>
          <p className="mt-4 font-semibold">{t(grievanceStateText[state])}</p>
          <p className="whitespace-pre-line font-serif">{decision || t('grievances.emptied')}</p>
        </>
      )}
    </Dialog>
  );
}

function DecisionForm({ grievance: { id, email }, onClose }: { grievance: Grievance; onClose(): void }) {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const { form, discard } = useSavedFields(`grievance:${id}`);
  const decide = (element: HTMLFormElement) =>
    void submit(
      async () => {
        const { state, decision } = textsOf(element);
        await callApi(grievancesCalls.decide, { params: { id }, body: { state, decision } });
        toast({ kind: 'success', text: 'grievances.decided' });
        discard();
        await refetch(grievancesCalls.list);
        onClose();
      },
      (error) => toastFailure(error, 'grievances.somethingWrong'),
    );
  return (
    <Form ref={form} className="mt-4 grid gap-5" onSubmit={decide}>
      <SelectField
        label={t('grievances.state')}
        name="state"
        error={errors.state}
        onChange={() => clear('state')}
        defaultValue=""
      >
        <option value="" />
        {grievanceDecisions.map((state) => (
          <option key={state} value={state}>
            {t(grievanceStateText[state])}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t('grievances.decision')}
        name="decision"
        rows={6}
        maxLength={decisionMaxLength}
        hint={t('grievances.decisionHint', { email })}
        error={errors.decision}
        onChange={() => clear('decision')}
      />
      <div className="flex gap-3">
        <Button type="submit" disabled={busy}>
          {t('grievances.mailDecision')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('grievances.cancel')}
        </Button>
      </div>
    </Form>
  );
}
