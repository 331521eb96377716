import { callApi } from '#src/client/api.ts';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { EntryTools } from '#src/news/entries/web/entry-tools.tsx';
import { type Category, type CategoryUsage, categoriesCalls, type SubCategory } from '../categories.contract.ts';
import { othersName } from '../categories.rules.ts';
import { localName } from '../category-names.rules.ts';
import { CategoryAdder } from './category-adder.tsx';
import { OrderedEntries } from './ordered-entries.tsx';

/** The dialog that is open, and the category or sub-category that it is about. */
export interface Opened {
  act: 'edit' | 'merge' | 'delete';
  id: number;
  sub?: number;
}

interface CategoryRowProps {
  category: Category;
  usage: CategoryUsage;
  onOpen(opened: Opened): void;
  onDone(): Promise<void>;
}

/** Number of stories of an entry. */
export const storiesOf = (counts: CategoryUsage['categories'], id: number): number =>
  counts.find((entry) => entry.id === id)?.stories ?? 0;

/** A category with its actions and its sub-categories. */
export function CategoryRow({ category, usage, onOpen, onDone }: CategoryRowProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { id, name, slug, hidden, version, sub_categories } = category;
  const isOthers = name === othersName;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="grow py-2">
          <a className="link font-bold text-lg" href={to('/category/:category', { category: slug })}>
            <bdi>{name}</bdi>
          </a>
          <LocalName entry={category} />
          {hidden && <span className="ms-2 border border-ink px-1.5 text-sm">{t('taxonomy.hiddenTag')}</span>}
          <span className="tabular block text-sm text-soft">
            {t('taxonomy.stories', { count: storiesOf(usage.categories, id) })}
          </span>
        </p>
        <EntryTools
          name={name}
          acts={{
            edit: t('taxonomy.edit'),
            ...(!isOthers && { merge: t('taxonomy.merge'), delete: t('newsroom.delete') }),
          }}
          onOpen={(act) => onOpen({ act, id })}
        />
      </div>
      <details className="max-sm:-ms-20">
        <summary className="inline-flex min-h-11 items-center">
          <span className="link">{t('taxonomy.subCategories', { count: sub_categories.length, name })}</span>
        </summary>
        <OrderedEntries
          label={t('taxonomy.subCategoriesOf', { name })}
          loaded={sub_categories}
          nameOf={(sub) => sub.name}
          row={(sub) => <SubCategoryRow sub={sub} category={category} usage={usage} onOpen={onOpen} />}
          onSave={(ids) => callApi(categoriesCalls.update, { params: { id }, body: { sub_order: ids, version } })}
          onDone={onDone}
        />
        <div className="max-w-md py-3">
          <CategoryAdder parent={category} onAdded={() => void onDone()} />
        </div>
      </details>
    </>
  );
}

function SubCategoryRow({
  sub,
  category: { id },
  usage,
  onOpen,
}: Pick<CategoryRowProps, 'category' | 'usage' | 'onOpen'> & { sub: SubCategory }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="grow py-2">
        <bdi className="font-semibold">{sub.name}</bdi>
        <LocalName entry={sub} />
        <span className="tabular block text-sm text-soft">
          {t('taxonomy.stories', { count: storiesOf(usage.sub_categories, sub.id) })}
        </span>
      </p>
      <EntryTools
        name={sub.name}
        acts={{ edit: t('taxonomy.edit'), delete: t('newsroom.delete') }}
        onOpen={(act) => onOpen({ act, id, sub: sub.id })}
      />
    </div>
  );
}

// What readers of the page's language see, where it is not the stored name.
function LocalName({ entry }: { entry: SubCategory | Category }) {
  const { t, language } = useTexts();
  const shown = localName(t, language, entry);
  return shown === entry.name ? null : <span className="ms-2 text-soft">{shown}</span>;
}
