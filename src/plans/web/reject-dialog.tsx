import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import type { LedgerClaim } from '../plans.contract.ts';

/** Asks for the reason of a rejection, which is mailed to the reader. */
export function RejectDialog({
  claim,
  onClose,
  onReject,
}: {
  claim: LedgerClaim;
  onClose(): void;
  /** Resolves with whether the rejection was stored. */
  onReject(note: string): Promise<boolean>;
}) {
  const { t } = useTexts();
  const { form, discard } = useSavedFields(`rejection:${claim.id}`);
  const reject = async (element: HTMLFormElement) => {
    if (await onReject(textsOf(element).note ?? '')) discard();
  };
  return (
    <Dialog title={t('plans.rejectQuestion', { name: claim.name })} onClose={onClose}>
      <p className="mt-2 text-sm text-soft">{t('plans.rejectHint')}</p>
      <Form ref={form} className="mt-4 grid gap-4" onSubmit={(element) => void reject(element)}>
        <TextArea label={t('plans.note')} name="note" rows={3} maxLength={500} />
        <div className="flex gap-3">
          <Button type="submit" kind="danger">
            {t('plans.reject')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('plans.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
