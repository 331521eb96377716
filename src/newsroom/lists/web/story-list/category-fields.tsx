import { useTexts } from '#src/messages/texts.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { subCategoryChoices } from '#src/news/stories/stories.rules.ts';
import { Options, SelectField } from '#src/ui/field.tsx';

/** A slug, or empty. */
type Chosen = { category: string; sub: string };

interface CategoryFieldsProps extends Chosen {
  categories: readonly Category[];
  /** The option for no choice. */
  none: string;
  onChange(chosen: Chosen): void;
}

/** Selects a category and one of its sub-categories; another category clears the sub-category. */
export function CategoryFields({ categories, category, sub, none, onChange }: CategoryFieldsProps) {
  const { t, language } = useTexts();
  return (
    <>
      <SelectField
        label={t('newsroom.category')}
        value={category}
        onChange={(event) => onChange({ category: event.target.value, sub: '' })}
      >
        <option value="">{none}</option>
        <Options of={categories.map((category) => [category.slug, localName(t, language, category)])} />
      </SelectField>
      <SelectField
        label={t('newsroom.subCategory')}
        value={sub}
        disabled={!category}
        onChange={(event) => onChange({ category, sub: event.target.value })}
      >
        <option value="">{none}</option>
        <Options of={subCategoryChoices(categories, category).map((sub) => [sub.name, localName(t, language, sub)])} />
      </SelectField>
    </>
  );
}
