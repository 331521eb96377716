import { callApi } from '#src/client/api.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useEntryForm } from '#src/news/entries/web/use-entry-form.tsx';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { CheckField, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { type Category, categoriesCalls, type SubCategory } from '../categories.contract.ts';
import { othersName } from '../categories.rules.ts';
import { LocalNamesField, localNamesOf } from './local-names-field.tsx';

interface CategoryDialogProps {
  category: Category;
  /** Changes this sub-category instead of the category. */
  sub?: SubCategory | undefined;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Name, names in other languages, and visibility of a category, or the names of a sub-category. */
export function CategoryDialog({ category, sub, onClose, onDone }: CategoryDialogProps) {
  const { t } = useTexts();
  const { id } = category;
  const entry = sub ?? category;
  const isOthers = !sub && category.name === othersName;
  const { form, version, field, errors } = useEntryForm({
    texts: 'taxonomy',
    version: category.version,
    storedNow: t('taxonomy.storedNow', { name: entry.name, hidden: String(!sub && category.hidden) }),
    onDone,
  });
  return (
    <FormDialog
      title={t('taxonomy.editName', { name: entry.name })}
      {...form}
      send={async ({ name = entry.name, ...texts }, element) => {
        const names = localNamesOf(texts);
        const hidden = element.querySelector<HTMLInputElement>('[name=hidden]')?.checked;
        if (sub)
          await callApi(categoriesCalls.updateSub, { params: { id, sub: sub.id }, body: { name, names, version } });
        else await callApi(categoriesCalls.update, { params: { id }, body: { name, names, hidden, version } });
        return 'taxonomy.saved';
      }}
      onClose={onClose}
    >
      <TextField
        label={t('taxonomy.name')}
        required
        readOnly={isOthers}
        maxLength={nameMaxLength}
        defaultValue={entry.name}
        hint={t(isOthers ? 'taxonomy.othersKeepsName' : 'taxonomy.nameHint')}
        {...field('name')}
      />
      {!sub && (
        <CheckField
          label={t('taxonomy.hide')}
          hint={t('taxonomy.hideHint')}
          name="hidden"
          defaultChecked={category.hidden}
        />
      )}
      <LocalNamesField
        names={entry.names}
        maxLength={nameMaxLength}
        hint={t('taxonomy.otherLanguagesHint')}
        errors={errors}
      />
    </FormDialog>
  );
}
