import { callApi } from '#src/client/api.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { MoveStoriesDialog } from '#src/news/entries/web/move-stories-dialog.tsx';
import { type Category, type CategoryUsage, categoriesCalls, type SubCategory } from '../categories.contract.ts';
import { localName } from '../category-names.rules.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { type Opened, storiesOf } from './category-row.tsx';

interface CategoryActProps {
  opened: Opened;
  categories: readonly Category[];
  usage: CategoryUsage;
  onClose(): void;
  onDone(): Promise<void>;
}

/** The dialog for an action on a category; none if the category is gone. */
export function CategoryAct({ opened, ...props }: CategoryActProps) {
  const category = props.categories.find(({ id }) => id === opened.id);
  const sub = category?.sub_categories.find(({ id }) => id === opened.sub);
  if (!category || (opened.sub !== undefined && !sub)) return null;
  const { onClose, onDone } = props;
  if (opened.act === 'edit') return <CategoryDialog category={category} sub={sub} onClose={onClose} onDone={onDone} />;
  if (sub) return <DeleteSubCategory {...props} category={category} sub={sub} />;
  return <MoveCategory {...props} category={category} act={opened.act} />;
}

type Dialog = Omit<CategoryActProps, 'opened'> & { category: Category };

function MoveCategory({ category, categories, usage, act, ...rest }: Dialog & { act: 'merge' | 'delete' }) {
  const { t, language } = useTexts();
  const { id, name, version } = category;
  const merges = act === 'merge';
  const count = storiesOf(usage.categories, id);
  const offered = categories
    .filter((other) => other.id !== id)
    .map((other) => ({ id: other.id, name: localName(t, language, other) }));
  return (
    <MoveStoriesDialog
      {...rest}
      title={t(merges ? 'taxonomy.mergeQuestion' : 'taxonomy.deleteQuestion', { name })}
      stories={t('taxonomy.affected', { count })}
      places={
        merges || count > 0 ? { label: t('taxonomy.place'), missing: 'taxonomy.choosePlace', offered } : undefined
      }
      failed="taxonomy.failed"
      submit={t(merges ? 'taxonomy.merge' : 'newsroom.delete')}
      version={version}
      send={(into, version) =>
        merges
          ? callApi(categoriesCalls.merge, { params: { id }, body: { into: Number(into), version } })
          : callApi(categoriesCalls.remove, { params: { id }, query: { into, version } })
      }
    >
      {t(merges ? 'taxonomy.mergeHint' : 'taxonomy.deleteHint')}
    </MoveStoriesDialog>
  );
}

function DeleteSubCategory({ category, sub, usage, categories: _, ...rest }: Dialog & { sub: SubCategory }) {
  const { t, language } = useTexts();
  const { id, version, sub_categories } = category;
  const count = storiesOf(usage.sub_categories, sub.id);
  const offered = [
    ...sub_categories
      .filter((other) => other.id !== sub.id)
      .map((other) => ({ id: other.id, name: localName(t, language, other) })),
    { id: 'others', name: t('categories.others') },
  ];
  return (
    <MoveStoriesDialog
      {...rest}
      title={t('taxonomy.deleteQuestion', { name: sub.name })}
      stories={t('taxonomy.affected', { count })}
      places={count > 0 ? { label: t('taxonomy.place'), missing: 'taxonomy.choosePlace', offered } : undefined}
      failed="taxonomy.failed"
      submit={t('newsroom.delete')}
      version={version}
      send={async (into, version) => {
        await callApi(categoriesCalls.removeSub, { params: { id, sub: sub.id }, query: { into, version } });
        return { message: t('taxonomy.subDeleted') };
      }}
    >
      {t('taxonomy.deleteSubHint', { name: sub.name })}
    </MoveStoriesDialog>
  );
}
