import { callApi } from '#src/client/api.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LocalNamesField, localNamesOf } from '#src/news/categories/web/local-names-field.tsx';
import { useEntryForm } from '#src/news/entries/web/use-entry-form.tsx';
import { TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { type Topic, topicsCalls } from '../topics.contract.ts';
import { topicDescriptionMaxLength, topicNameMaxLength } from '../topics.rules.ts';

/** Name, description and names in other languages of a topic. */
export function TopicDialog({ topic, onClose, onDone }: { topic: Topic; onClose(): void; onDone(): Promise<void> }) {
  const { t } = useTexts();
  const storedNow = t('tagging.storedNow', { name: topic.name });
  const { form, version, field, errors } = useEntryForm({
    texts: 'tagging',
    version: topic.version,
    storedNow,
    onDone,
  });
  return (
    <FormDialog
      title={t('tagging.editName', { name: topic.name })}
      {...form}
      send={async ({ name = '', description = '', ...texts }) => {
        const body = { name, description, names: localNamesOf(texts), version };
        await callApi(topicsCalls.update, { params: { id: topic.id }, body });
        return 'tagging.saved';
      }}
      onClose={onClose}
    >
      <TextField
        label={t('tagging.name')}
        required
        maxLength={topicNameMaxLength}
        defaultValue={topic.name}
        hint={t('tagging.nameHint')}
        {...field('name')}
      />
      <TextField
        label={t('tagging.description')}
        maxLength={topicDescriptionMaxLength}
        defaultValue={topic.description}
        {...field('description')}
      />
      <LocalNamesField names={topic.names} maxLength={topicNameMaxLength} errors={errors} />
    </FormDialog>
  );
}
