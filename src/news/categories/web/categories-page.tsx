import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AllSectionsNeeded } from '#src/news/entries/web/all-sections-needed.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { CategoryAct } from './category-act.tsx';
import { CategoryAdder } from './category-adder.tsx';
import { CategoryRow, type Opened } from './category-row.tsx';
import { OrderedEntries } from './ordered-entries.tsx';
import { useSections } from './use-sections.ts';

export const handle = { texts: ['newsroom', 'categories', 'taxonomy'] };

/** Categories and sub-categories: order, names, visibility, merging and deleting. */
export default function CategoriesPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const list = useCall(categoriesCalls.list);
  const usage = useCall(categoriesCalls.usage, {}, allowed);
  const limited = useSections() !== null;
  const [opened, setOpened] = useState<Opened | null>(null);
  const reload = async () => {
    await Promise.all([refetch(categoriesCalls.list), refetch(categoriesCalls.usage)]);
  };
  const categories = list.data;
  return (
    <div className="page py-8">
      <PageTitle>{t('taxonomy.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('taxonomy.title')}</h1>
      <p className="mt-2 max-w-prose text-soft">{t('taxonomy.lead')}</p>
      <p className="mt-1 mb-6 max-w-prose text-soft">{t('taxonomy.othersNote')}</p>
      {list.isLoadingError || usage.isLoadingError ? (
        <LoadFailure sentence={t('newsroom.categoriesFailed')} call={list.isLoadingError ? list : usage} />
      ) : limited ? (
        <AllSectionsNeeded />
      ) : allowed && categories && usage.data ? (
        <>
          <OrderedEntries
            label={t('taxonomy.title')}
            loaded={categories}
            nameOf={({ name }) => name}
            row={(category) => (
              <CategoryRow category={category} usage={usage.data} onOpen={setOpened} onDone={reload} />
            )}
            onSave={(ids, before) => callApi(categoriesCalls.order, { body: { ids, before } })}
            onDone={reload}
          />
          <div className="mt-6 max-w-md">
            <CategoryAdder onAdded={() => void reload()} />
          </div>
          {opened && (
            <CategoryAct
              opened={opened}
              categories={categories}
              usage={usage.data}
              onClose={() => setOpened(null)}
              onDone={reload}
            />
          )}
        </>
      ) : (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      )}
    </div>
  );
}
