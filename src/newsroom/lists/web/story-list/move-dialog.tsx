import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { othersName } from '#src/news/categories/categories.rules.ts';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import type { MoveTarget } from './bulk-actions.ts';
import { CategoryFields } from './category-fields.tsx';

interface MoveDialogProps {
  count: number;
  categories: Category[];
  onClose(): void;
  onMove(to: MoveTarget): void;
}

/** Asks for the category and sub-category to move stories to. */
export function MoveDialog({ count, categories, onClose, onMove }: MoveDialogProps) {
  const { t } = useTexts();
  const [{ category, sub }, setPlace] = useState({ category: '', sub: '' });
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
        <CategoryFields
          categories={categories}
          category={category}
          sub={sub}
          none={t('newsroom.choose')}
          onChange={setPlace}
        />
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
