import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import type { Category } from '../../categories.contract.ts';
import { nameMaxLength, othersName } from '../../categories.rules.ts';
import { localName } from '../../category-names.rules.ts';
import { subCategoryChoices } from '../../stories.rules.ts';
import type { MoveTarget } from './bulk-actions.ts';

interface MoveDialogProps {
  count: number;
  categories: Category[];
  onClose(): void;
  onMove(to: MoveTarget): void;
}

/** Asks for the category and sub-category to move stories to. */
export function MoveDialog({ count, categories, onClose, onMove }: MoveDialogProps) {
  const { t, language } = useTexts();
  const [category, setCategory] = useState('');
  const [sub, setSub] = useState('');
  const [submenu, setSubmenu] = useState('');
  const missing = (() => {
    if (!category) return t('newsroom.categoryRequired');
    if (!sub) return t('newsroom.subCategoryRequired');
    return sub === othersName && !submenu.trim() ? t('newsroom.submenuRequired') : undefined;
  })();
  return (
    <Dialog title={t('stories.moveTitle', { count })} onClose={onClose}>
      <Form
        className="mt-4 grid gap-4"
        onSubmit={() => onMove({ category, sub_category: sub, ...(sub === othersName && { submenu: submenu.trim() }) })}
      >
        <SelectField
          label={t('newsroom.category')}
          value={category}
          onChange={(event) => {
            setCategory(event.target.value);
            setSub('');
          }}
        >
          <option value="">{t('newsroom.choose')}</option>
          {categories.map((category) => (
            <option key={category.slug} value={category.slug}>
              {localName(t, language, category)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('newsroom.subCategory')}
          value={sub}
          disabled={!category}
          onChange={(event) => setSub(event.target.value)}
        >
          <option value="">{t('newsroom.choose')}</option>
          {subCategoryChoices(categories, category).map((sub) => (
            <option key={sub.slug} value={sub.name}>
              {localName(t, language, sub)}
            </option>
          ))}
        </SelectField>
        {sub === othersName && (
          <TextField
            label={t('newsroom.submenu')}
            value={submenu}
            maxLength={nameMaxLength}
            onChange={(event) => setSubmenu(event.target.value)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" reason={missing}>
            {t('stories.moveHere')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('newsroom.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
