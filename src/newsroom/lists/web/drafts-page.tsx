import { useDeskList } from '#src/client/desk-list.ts';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useCategoryName } from '#src/news/categories/web/use-category-name.ts';
import { newsroomCalls, newsroomListLimit } from '#src/news/stories/stories.contract.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { ListPage } from '#src/ui/list-page.tsx';
import { NewestOnly } from './newest-only-note.tsx';
import { statusTexts } from './status-field.tsx';

export const handle = { texts: ['newsroom', 'categories'] };

/** Drafts and scheduled stories. */
export default function DraftsPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const categoryName = useCategoryName();
  const { list } = useDeskList(newsroomCalls.unpublished, (drafts) => drafts);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <ListPage
      title={t('newsroom.draftsTitle')}
      columns={[t('newsroom.title'), t('newsroom.category'), t('newsroom.status'), t('newsroom.lastChange')]}
      {...list}
      texts={{ loading: t('newsroom.loading'), failed: t('newsroom.listFailed'), empty: t('newsroom.noDrafts') }}
      more={list.rows?.length === newsroomListLimit && <NewestOnly href={to('/admin/stories')} />}
      row={(draft) => [
        <a
          key="title"
          dir="auto"
          className="link font-semibold font-serif"
          href={to('/admin/edit/:id', { id: draft.id })}
        >
          {draft.news_title}
        </a>,
        categoryName(draft.news_category),
        draft.publish_at
          ? t('newsroom.scheduledFor', { time: time.format(new Date(draft.publish_at)) })
          : t(statusTexts[draft.status]),
        time.format(new Date(draft.updated_at)),
      ]}
    />
  );
}
