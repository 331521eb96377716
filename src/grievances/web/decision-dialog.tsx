import { callApi } from '#src/client/api.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Options, SelectField, TextArea } from '#src/ui/field.tsx';
import { DialogForm } from '#src/ui/form-dialog.tsx';
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
  const submission = useSubmission();
  return (
    <DialogForm
      submission={submission}
      saved={useSavedFields(`grievance:${id}`)}
      send={async ({ state, decision }) => {
        await callApi(grievancesCalls.decide, { params: { id }, body: { state, decision } });
        return 'grievances.decided';
      }}
      onDone={() => refetch(grievancesCalls.list)}
      failed="grievances.somethingWrong"
      submit={t('grievances.mailDecision')}
      cancel={t('grievances.cancel')}
      onClose={onClose}
    >
      <SelectField label={t('grievances.state')} {...submission.field('state')} defaultValue="">
        <option value="" />
        <Options of={grievanceDecisions.map((state) => [state, t(grievanceStateText[state])])} />
      </SelectField>
      <TextArea
        label={t('grievances.decision')}
        {...submission.field('decision')}
        rows={6}
        maxLength={decisionMaxLength}
        hint={t('grievances.decisionHint', { email })}
      />
    </DialogForm>
  );
}
