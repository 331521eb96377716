import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import type { Enquiry } from '../enquiries.contract.ts';
import { noteMaxLength } from '../enquiries.rules.ts';

interface EnquiryNoteProps {
  enquiry: Enquiry;
  /** Resolves with whether the note was stored. */
  onSave(note: string): Promise<boolean>;
  onClose(): void;
}

/** Dialog with the desk's note about an enquiry. */
export function EnquiryNote({ enquiry, onSave, onClose }: EnquiryNoteProps) {
  const { t } = useTexts();
  const { form, discard } = useSavedFields(`enquiry:${enquiry.id}`);
  const save = async (element: HTMLFormElement) => {
    if (await onSave(textsOf(element).note ?? '')) discard();
  };
  return (
    <Dialog title={t('enquiries.editNote', { name: enquiry.name })} onClose={onClose}>
      <Form ref={form} className="mt-4 grid gap-5" onSubmit={(element) => void save(element)}>
        <TextArea
          label={t('enquiries.note')}
          name="note"
          rows={6}
          maxLength={noteMaxLength}
          defaultValue={enquiry.note}
          autoFocus
        />
        <div className="flex gap-3">
          <Button type="submit">{t('enquiries.saveNote')}</Button>
          <Button kind="quiet" onClick={onClose}>
            {t('enquiries.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
