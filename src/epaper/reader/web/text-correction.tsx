import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
import { PageText, readerCalls } from '../reader.contract.ts';

interface TextCorrectionProps {
  editionId: number;
  text: PageText;
  onDone(changed: boolean): Promise<void>;
}

/** For the newsroom: corrects a page's text, or adds one if its PDF has none. */
export function TextCorrection({ editionId, text, onDone }: TextCorrectionProps) {
  const { t } = useTexts();
  const { busy, errors, submit } = useSubmission();
  const { form, discard } = useSavedFields(`page-text:${editionId}:${text.page}`);
  // The version stays that of the opened text: a refetch must not hide a concurrent change.
  const [opened] = useState(text);
  const [conflicting, setConflicting] = useState<PageText>();
  const save = (element: HTMLFormElement) => {
    const params = { id: editionId, page: text.page };
    const sent = textsOf(element);
    const body = { text: sent.text ?? '', version: Number(sent.version) };
    void submit(
      async () => {
        await callApi(readerCalls.correct, { params, body });
        toast({ kind: 'success', text: 'reader.correctSaved' });
        discard();
        await onDone(true);
      },
      (error) => {
        const current = currentIn(error);
        if (!current) return toastFailure(error, 'reader.correctFailed');
        setConflicting(current);
        versionField(element).value = String(current.version); // saving again overwrites their text
      },
    );
  };
  return (
    <Form ref={form} onSubmit={save}>
      {conflicting && <ConflictingText text={conflicting} />}
      {/* Not of type "hidden": there React writes the default back with every rendering, over what has been set since. */}
      <input hidden name="version" defaultValue={opened.version} />
      <TextArea
        label={t('reader.text', { page: text.page })}
        name="text"
        rows={16}
        lang={opened.language}
        defaultValue={opened.paragraphs.join('\n\n')}
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

const currentIn = ({ status, body }: ApiError): PageText | undefined =>
  status === 409 ? PageText.safeParse(body.current).data : undefined;

const versionField = (form: HTMLFormElement) => form.elements.namedItem('version') as HTMLInputElement;

/** The text that another editor has saved in the meantime. */
function ConflictingText({ text: { paragraphs, language } }: { text: PageText }) {
  const { t } = useTexts();
  return (
    <div role="alert" className="mb-4 border-2 border-press p-4">
      <p className="font-bold">{t('reader.changedMeanwhile')}</p>
      <p>{t('reader.saveAgain')}</p>
      <ScrollArea label={t('reader.savedText')} className="mt-3 max-h-64 overflow-auto border border-rule p-3">
        <p className="whitespace-pre-wrap" lang={language}>
          {paragraphs.join('\n\n')}
        </p>
      </ScrollArea>
    </div>
  );
}
