import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { useListFilter } from '#src/client/list-filter.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { AllSectionsNeeded } from '#src/news/entries/web/all-sections-needed.tsx';
import { EntryTools } from '#src/news/entries/web/entry-tools.tsx';
import { MoveStoriesDialog } from '#src/news/entries/web/move-stories-dialog.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { type CountedTopic, topicsCalls } from '../topics.contract.ts';
import { TopicDialog } from './topic-dialog.tsx';

export const handle = { texts: ['newsroom', 'tagging', 'taxonomy'] };

/** Topics: names, descriptions, merging and deleting. */
export default function TopicsPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const { filter, setFilter } = useListFilter('q');
  const list = useCall(topicsCalls.list, { query: { q: filter.q ?? '' } }, allowed);
  const limited = useSections() !== null;
  const [opened, setOpened] = useState<{ act: 'edit' | 'merge' | 'delete'; id: number }>();
  const topic = list.data?.find(({ id }) => id === opened?.id);
  const dialog = { onClose: () => setOpened(undefined), onDone: () => refetch(topicsCalls.list) };
  return (
    <>
      <ListPage
        title={t('tagging.topicsTitle')}
        columns={[t('tagging.name'), t('tagging.description'), t('tagging.stories'), t('tagging.actions')]}
        rows={allowed ? list.data : undefined}
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
            <EntryTools
              key="actions"
              name={name}
              acts={{ edit: t('tagging.edit'), merge: t('tagging.merge'), delete: t('tagging.delete') }}
              onOpen={(act) => setOpened({ act, id })}
            />
          ),
        ]}
      />
      {topic && opened?.act === 'edit' && <TopicDialog topic={topic} {...dialog} />}
      {topic && opened && opened.act !== 'edit' && (
        <EndDialog act={opened.act} topic={topic} topics={list.data ?? []} {...dialog} />
      )}
    </>
  );
}

interface EndDialogProps {
  act: 'merge' | 'delete';
  topic: CountedTopic;
  topics: CountedTopic[];
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms that a topic is merged into another one or deleted. */
function EndDialog({ act, topic: { id, name, stories, version }, topics, ...dialog }: EndDialogProps) {
  const { t } = useTexts();
  const isMerge = act === 'merge';
  // Not only those that the search has found.
  const all = useCall(topicsCalls.list, { query: { q: '' } }, isMerge).data ?? [];
  const others = new Map([...topics, ...all].map((other) => [other.id, other.name]));
  others.delete(id);
  const offered = Array.from(others, ([id, name]) => ({ id, name }));
  return (
    <MoveStoriesDialog
      title={t(isMerge ? 'tagging.mergeName' : 'tagging.deleteName', { name })}
      stories={`${t('tagging.stories')}: ${stories}`}
      places={isMerge ? { label: t('taxonomy.place'), missing: 'taxonomy.choosePlace', offered } : undefined}
      submit={t(`tagging.${act}`)}
      failed="tagging.failed"
      version={version}
      send={(into, version) =>
        into
          ? callApi(topicsCalls.merge, { params: { id }, body: { into: Number(into), version } })
          : callApi(topicsCalls.remove, { params: { id }, query: { version } })
      }
      {...dialog}
    >
      {t(isMerge ? 'tagging.mergeNote' : 'tagging.deleteNote', { count: stories })}
    </MoveStoriesDialog>
  );
}
