import { useRef, useState } from 'react';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { useRoleIn } from '#src/news/categories/web/use-sections.ts';
import { type BulkAction, type ListedStory, storyListCalls } from '#src/news/stories/story-list.contract.ts';
import { mayChange } from '#src/news/stories/story-states.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { type MoveTarget, runBulkAction } from './story-list/bulk-actions.ts';
import { BulkBar } from './story-list/bulk-bar.tsx';
import { StateTabs } from './story-list/state-tabs.tsx';
import { StoryFilters } from './story-list/story-filters.tsx';
import { StoryTable, StoryTableStyle } from './story-list/story-table.tsx';
import { useStoryFilter } from './story-list/use-story-filter.ts';

export const handle = { texts: ['stories', 'newsroom', 'categories'] };

/** All stories, with search, filters and bulk actions. */
export default function StoriesPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const { filter, cursor, change, visit } = useStoryFilter();
  const list = useCall(storyListCalls.list, { query: { ...filter, cursor } }, allowed);
  const categories = useCall(categoriesCalls.list, {}, allowed).data ?? [];
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const selectable = useSession(({ role }) => isAllowed(role, 'editors'));
  // Shown until the next rows have been loaded.
  const [loaded, setLoaded] = useState(list.data);
  const [counts, setCounts] = useState(list.data?.counts);
  if (list.data && list.data !== loaded) {
    setLoaded(list.data);
    if (list.data.counts) setCounts(list.data.counts); // only a first page has them
  }
  const stories = list.isError ? undefined : loaded?.stories;
  const chosen = stories?.filter(({ id }) => selected.has(id)) ?? [];
  // Rows that are no longer shown must not be changed with the others.
  const changeFilter: typeof change = (changes, options) => {
    setSelected(new Set());
    change(changes, options);
  };
  const filtered = Object.keys(filter).some((name) => name !== 'sort');

  const roleIn = useRoleIn();
  const isHis = (action: BulkAction, { category, status }: ListedStory) => {
    const role = roleIn(category);
    if (action === 'publish' || action === 'unpublish') return isAllowed(role, 'editors');
    return mayChange({ role, own: false }, status);
  };

  const run = async (action: BulkAction, to?: MoveTarget) => {
    setBusy(true);
    setSelected(new Set(await runBulkAction(t, action, chosen, to)));
    setBusy(false);
    area.current?.focus(); // the bar with the pressed button is gone
  };

  return (
    <div className="page py-8">
      <PageTitle>{t('stories.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <StoryTableStyle />
      <h1 className="font-extrabold text-4xl">{t('stories.title')}</h1>
      <StateTabs state={filter.state} counts={counts} onChange={(state) => changeFilter({ state })} />
      <StoryFilters filter={filter} visit={visit} categories={categories} onChange={changeFilter} />
      <div ref={area} tabIndex={-1}>
        {list.isError && <LoadFailure sentence={t('newsroom.listFailed')} call={list} />}
        {!stories && !list.isError && <p className="py-16 text-soft">{t('newsroom.loading')}</p>}
        {stories?.length === 0 && (
          <p className="py-16 font-serif text-2xl text-soft">{t(filtered ? 'stories.noneFound' : 'stories.none')}</p>
        )}
        {stories && stories.length > 0 && (
          <StoryTable
            stories={stories}
            selected={selected}
            busy={list.data === undefined}
            selectable={selectable}
            onSelect={setSelected}
          />
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {cursor && (
          <Button kind="quiet" onClick={() => changeFilter({})}>
            {t('stories.firstPage')}
          </Button>
        )}
        {loaded?.next && (
          <Button kind="quiet" onClick={() => changeFilter({ cursor: loaded.next ?? '' })}>
            {t('stories.nextPage')}
          </Button>
        )}
      </div>
      {selectable && (
        <details className="mt-4 text-sm">
          <summary className="inline-flex min-h-11 items-center font-semibold">
            <span className="link">{t('stories.keysTitle')}</span>
          </summary>
          <p className="max-w-prose text-soft">{t('stories.keysText')}</p>
        </details>
      )}
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          inTrash={chosen.some(({ deleted_at }) => deleted_at !== null)}
          busy={busy}
          mayRun={(action) => chosen.some((story) => isHis(action, story))}
          categories={categories}
          onRun={(action, to) => void run(action, to)}
          onClear={() => {
            setSelected(new Set());
            area.current?.focus();
          }}
        />
      )}
    </div>
  );
}
