import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { type Enquiry, enquiriesCalls } from '../enquiries.contract.ts';
import { noteMaxLength } from '../enquiries.rules.ts';

/** Dialog with the desk's note about an enquiry. */
export function EnquiryNote({ enquiry: { id, name, note }, onClose }: { enquiry: Enquiry; onClose(): void }) {
  const { t } = useTexts();
  const reload = () => refetch(enquiriesCalls.list);
  return (
    <FormDialog
      title={t('enquiries.editNote', { name })}
      submission={useSubmission()}
      saved={useSavedFields(`enquiry:${id}`)}
      send={async (texts) => {
        await callApi(enquiriesCalls.change, { params: { id }, body: { note: texts.note ?? '' } });
        return 'enquiries.changed';
      }}
      onDone={reload}
      failed={(error) => {
        toastFailure(error, 'enquiries.somethingWrong');
        void reload();
      }}
      submit={t('enquiries.saveNote')}
      cancel={t('enquiries.cancel')}
      onClose={onClose}
    >
      <TextArea
        label={t('enquiries.note')}
        name="note"
        rows={6}
        maxLength={noteMaxLength}
        defaultValue={note}
        autoFocus
      />
    </FormDialog>
  );
}
