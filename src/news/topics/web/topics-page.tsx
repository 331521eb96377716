import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { useListFilter } from '#src/client/list-filter.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AllSectionsNeeded } from '#src/news/categories/web/all-sections-needed.tsx';
import { MoveStoriesDialog } from '#src/news/categories/web/move-stories-dialog.tsx';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { type CountedTopic, topicsCalls } from '../topics.contract.ts';
import { TopicDialog } from './topic-dialog.tsx';

export const handle = { texts: ['newsroom', 'tagging', 'taxonomy'] };

interface Opened {
  act: 'edit' | 'merge' | 'delete';
  id: number;
}

/** Topics: names, descriptions, merging and deleting. */
export default function TopicsPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const { filter, setFilter } = useListFilter('q');
  const list = useCall(topicsCalls.list, { query: { q: filter.q ?? '' } }, allowed);
  const limited = useSections() !== null;
  const [opened, setOpened] = useState<Opened | null>(null);
  const topics = list.data;
  const topic = topics?.find(({ id }) => id === opened?.id);
  const close = () => setOpened(null);
  const reload = () => refetch(topicsCalls.list);
  return (
    <>
      <ListPage
        title={t('tagging.topicsTitle')}
        columns={[t('tagging.name'), t('tagging.description'), t('tagging.stories'), t('tagging.actions')]}
        rows={allowed ? topics : undefined}
        error={list.error}
        texts={{ loading: t('newsroom.loading'), failed: t('tagging.failed'), empty: t('tagging.empty') }}
        tools={
          <>
            <SearchBox label={t('tagging.search')} value={filter.q ?? ''} onSearch={(text) => setFilter('q', text)} />
            {limited && <AllSectionsNeeded />}
          </>
        }
        row={({ id, name, slug, description, stories }) => [
          <a key="name" className="link font-semibold" href={to('/topic/:topic', { topic: slug })}>
            <bdi>{name}</bdi>
          </a>,
          description,
          stories,
          limited ? null : (
            <div key="actions" className="flex flex-wrap gap-x-4">
              {(['edit', 'merge', 'delete'] as const).map((act) => (
                <button
                  key={act}
                  type="button"
                  className="link min-h-11"
                  aria-label={`${t(`tagging.${act}`)}: ${name}`}
                  onClick={() => setOpened({ act, id })}
                >
                  {t(`tagging.${act}`)}
                </button>
              ))}
            </div>
          ),
        ]}
      />
      {topic && opened?.act === 'edit' && <TopicDialog topic={topic} onClose={close} onDone={reload} />}
      {topic && opened && opened.act !== 'edit' && (
        <MoveDialog act={opened.act} topic={topic} topics={topics ?? []} onClose={close} onDone={reload} />
      )}
    </>
  );
}

interface MoveDialogProps {
  act: 'merge' | 'delete';
  topic: CountedTopic;
  topics: CountedTopic[];
  onClose(): void;
  onDone(): Promise<void>;
}

function MoveDialog({ act, topic: { id, name, stories, version }, topics, onClose, onDone }: MoveDialogProps) {
  const { t } = useTexts();
  const isMerge = act === 'merge';
  // Not only those that the search has found.
  const all = useCall(topicsCalls.list, { query: { q: '' } }, isMerge).data ?? [];
  const others = new Map([...topics, ...all].map((other) => [other.id, other.name]));
  others.delete(id);
  const offered = [...others].map(([other, name]) => ({ value: String(other), name }));
  const send = async (into: string | undefined) => {
    const { message } = into
      ? await callApi(topicsCalls.merge, { params: { id }, body: { into: Number(into), version } })
      : await callApi(topicsCalls.remove, { params: { id }, query: { version } });
    return message;
  };
  return (
    <MoveStoriesDialog
      title={t(isMerge ? 'tagging.mergeName' : 'tagging.deleteName', { name })}
      stories={`${t('tagging.stories')}: ${stories}`}
      places={isMerge ? { label: t('taxonomy.place'), missing: t('taxonomy.choosePlace'), offered } : undefined}
      submitLabel={t(`tagging.${act}`)}
      failed="tagging.failed"
      onSubmit={send}
      onClose={onClose}
      onDone={onDone}
    >
      {t(isMerge ? 'tagging.mergeNote' : 'tagging.deleteNote', { count: stories })}
    </MoveStoriesDialog>
  );
}
