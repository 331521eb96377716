import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CheckField, SelectField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import type { Category } from '../categories.contract.ts';
import { localName } from '../category-names.rules.ts';

interface SectionsDialogProps {
  name: string;
  categories: Category[];
  /** Ids; null for all. */
  chosen: readonly number[] | null;
  onSave(sections: number[] | null): Promise<void>;
  onClose(): void;
}

/** Asks which sections an editor is limited to. */
export function SectionsDialog({ name, categories, chosen, onSave, onClose }: SectionsDialogProps) {
  const { t, language } = useTexts();
  const [limited, setLimited] = useState(chosen !== null);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set(chosen));
  const missing = limited && ids.size === 0 ? t('accounts.sectionsRequired') : undefined;
  return (
    <Dialog title={t('accounts.sectionsTitle', { name })} onClose={onClose}>
      <p className="mt-2 text-soft">{t('accounts.sectionsHint')}</p>
      <Form onSubmit={() => !missing && void onSave(limited ? [...ids] : null)}>
        <SelectField
          label={t('accounts.sections')}
          value={limited ? 'chosen' : 'all'}
          onChange={(event) => setLimited(event.target.value === 'chosen')}
        >
          <option value="all">{t('accounts.allSections')}</option>
          <option value="chosen">{t('accounts.chosenSections')}</option>
        </SelectField>
        {limited && (
          <fieldset className="grid gap-x-6 sm:grid-cols-2">
            <legend className="sr-only">{t('accounts.chosenSections')}</legend>
            {categories.map((category) => (
              <CheckField
                key={category.id}
                label={localName(t, language, category)}
                checked={ids.has(category.id)}
                onChange={({ target: { checked } }) =>
                  setIds(new Set(checked ? [...ids, category.id] : [...ids].filter((id) => id !== category.id)))
                }
              />
            ))}
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" reason={missing}>
            {t('accounts.saveSections')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('accounts.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
