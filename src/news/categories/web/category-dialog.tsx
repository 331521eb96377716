import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { CheckField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Category, categoriesCalls, type SubCategory } from '../categories.contract.ts';
import { othersName } from '../categories.rules.ts';
import { DialogButtons } from './dialog-buttons.tsx';
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
  const { busy, errors, submit, clear } = useSubmission();
  const [conflict, setConflict] = useState(false);
  const entry = sub ?? category;
  const isOthers = !sub && category.name === othersName;
  const save = (element: HTMLFormElement) => {
    const { name = entry.name, ...texts } = textsOf(element);
    const names = localNamesOf(texts);
    const { id, version } = category;
    const hidden = element.querySelector<HTMLInputElement>('[name=hidden]')?.checked;
    void submit(
      async () => {
        if (sub)
          await callApi(categoriesCalls.updateSub, {
            params: { id, sub: sub.id },
            body: { name, names, version },
          });
        else await callApi(categoriesCalls.update, { params: { id }, body: { name, names, hidden, version } });
        toast({ kind: 'success', text: 'taxonomy.saved' });
        onClose();
        await onDone();
      },
      (error) => {
        if (!error.fields.name) toastFailure(error, 'taxonomy.failed');
        // The dialog stays open with what was typed; the next save is based on what is stored now.
        setConflict(error.status === 409 && !error.fields.name);
        void onDone();
      },
    );
  };
  return (
    <Dialog title={t('taxonomy.editName', { name: entry.name })} onClose={onClose}>
      {conflict && (
        <p role="alert" className="mt-3 border-press border-s-4 bg-wash px-4 py-3">
          {t('taxonomy.storedNow', { name: entry.name, hidden: String(!sub && category.hidden) })}
        </p>
      )}
      <Form className="mt-4 grid gap-4" onSubmit={save}>
        <TextField
          label={t('taxonomy.name')}
          name="name"
          required
          readOnly={isOthers}
          maxLength={nameMaxLength}
          defaultValue={entry.name}
          hint={t(isOthers ? 'taxonomy.othersKeepsName' : 'taxonomy.nameHint')}
          error={errors.name}
          onChange={() => clear('name')}
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
        <DialogButtons submit={t('taxonomy.save')} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
