import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { useKeptFields } from '#src/client/kept-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type PageText, readingCalls } from '../reading.contract.ts';

interface TextCorrectionProps {
  editionId: number;
  text: PageText;
  onDone(changed: boolean): Promise<void>;
}

/** For the newsroom: puts a page's text right, or types one that its PDF does not tell. */
export function TextCorrection({ editionId, text, onDone }: TextCorrectionProps) {
  const { t } = useTexts();
  const { busy, errors, submit } = useSubmission();
  const { form, forget } = useKeptFields(`page-text:${editionId}:${text.page}`);
  const save = (element: HTMLFormElement) => {
    const params = { id: editionId, page: text.page };
    void submit(
      async () => {
        await callApi(readingCalls.correct, { params, body: { text: textsOf(element).text ?? '' } });
        toast({ kind: 'success', text: 'reader.correctSaved' });
        forget();
        await onDone(true);
      },
      (error) => sayFailure(error, 'reader.correctFailed'),
    );
  };
  return (
    <Form ref={form} onSubmit={save}>
      <TextArea
        label={t('reader.text', { page: text.page })}
        name="text"
        rows={16}
        lang={text.language}
        defaultValue={text.paragraphs.join('\n\n')}
        hint={t('reader.correctHint')}
        error={errors.text}
        disabled={busy}
      />
      <div className="flex gap-3">
        <Button type="submit" disabled={busy}>
          {t('reader.save')}
        </Button>
        <Button kind="quiet" disabled={busy} onClick={() => void onDone(false)}>
          {t('reader.cancel')}
        </Button>
      </div>
    </Form>
  );
}
