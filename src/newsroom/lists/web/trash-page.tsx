import { callApi } from '#src/client/api.ts';
import { useDeskList } from '#src/client/desk-list.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useCategoryName } from '#src/news/categories/web/use-category-name.ts';
import { newsroomCalls, newsroomListLimit } from '#src/news/stories/stories.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { NewestOnly } from './newest-only-note.tsx';

export const handle = { texts: ['newsroom', 'categories'] };

/** Stories deleted in the last 30 days. */
export default function TrashPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const categoryName = useCategoryName();
  const { list } = useDeskList(newsroomCalls.trash, (stories) => stories);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const restore = async (id: number) => {
    await toastOutcome(async () => {
      const { unscheduled } = await callApi(newsroomCalls.restore, { params: { id } });
      return unscheduled ? 'newsroom.restoredAsDraft' : 'newsroom.restored';
    }, 'newsroom.restoreFailed');
    await refetch(newsroomCalls.trash);
  };
  return (
    <ListPage
      title={t('newsroom.trashTitle')}
      columns={[
        t('newsroom.title'),
        t('newsroom.category'),
        t('newsroom.deletedOn'),
        t('newsroom.purgedOn'),
        t('newsroom.restore'),
      ]}
      {...list}
      texts={{ loading: t('newsroom.loading'), failed: t('newsroom.listFailed'), empty: t('newsroom.trashEmpty') }}
      more={list.rows?.length === newsroomListLimit && <NewestOnly href={`${to('/admin/stories')}?state=trashed`} />}
      row={(story) => [
        <span key="title" dir="auto" className="font-semibold font-serif">
          {story.news_title}
        </span>,
        categoryName(story.news_category),
        day.format(new Date(story.deleted_at)),
        day.format(new Date(story.purged_at)),
        <Button key="restore" kind="quiet" onClick={() => restore(story.id)}>
          {t('newsroom.restore')}
        </Button>,
      ]}
    />
  );
}
