import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { DialogButtons } from '#src/news/categories/web/dialog-buttons.tsx';
import { LocalNamesField, localNamesOf } from '#src/news/categories/web/local-names-field.tsx';
import { useSeenVersion } from '#src/news/categories/web/use-seen-version.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Topic, topicsCalls } from '../topics.contract.ts';
import { topicDescriptionMaxLength, topicNameMaxLength } from '../topics.rules.ts';

/** Name, description and names in other languages of a topic. */
export function TopicDialog({ topic, onClose, onDone }: { topic: Topic; onClose(): void; onDone(): Promise<void> }) {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const [conflict, setConflict] = useState(false);
  const { id } = topic;
  const { version = topic.version, onConflict } = useSeenVersion(topic.version);
  const save = (element: HTMLFormElement) => {
    const { name = '', description = '', ...texts } = textsOf(element);
    const names = localNamesOf(texts);
    void submit(
      async () => {
        await callApi(topicsCalls.update, { params: { id }, body: { name, description, names, version } });
        toast({ kind: 'success', text: 'tagging.saved' });
        onClose();
        await onDone();
      },
      (error) => {
        if (!error.fields.name) toastFailure(error, 'tagging.failed');
        // The dialog stays open with what was typed; the next save is based on what is stored now.
        setConflict(onConflict(error));
        void onDone();
      },
    );
  };
  return (
    <Dialog title={t('tagging.editName', { name: topic.name })} onClose={onClose}>
      {conflict && (
        <p role="alert" className="mt-3 border-press border-s-4 bg-wash px-4 py-3">
          {t('tagging.storedNow', { name: topic.name })}
        </p>
      )}
      <Form className="mt-4 grid gap-4" onSubmit={save}>
        <TextField
          label={t('tagging.name')}
          name="name"
          required
          maxLength={topicNameMaxLength}
          defaultValue={topic.name}
          hint={t('tagging.nameHint')}
          error={errors.name}
          onChange={() => clear('name')}
        />
        <TextField
          label={t('tagging.description')}
          name="description"
          maxLength={topicDescriptionMaxLength}
          defaultValue={topic.description}
          error={errors.description}
        />
        <LocalNamesField names={topic.names} maxLength={topicNameMaxLength} errors={errors} />
        <DialogButtons submit={t('tagging.save')} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
