import { usePaths } from '#src/client/paths.ts';
import { inset } from '#src/epaper/pages/web/inset.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { ArticleRegion } from '../server/articles.service.ts';

/** Overlay of a page: each article's region is a link to its story on the site, or to its text. */
export function StoryLinks({ editionId, articles }: { editionId: number; articles: ArticleRegion[] }) {
  const { t } = useTexts();
  const to = usePaths();
  return articles.map(({ storyId, page, number, title, region }) => (
    <a
      key={number}
      className="story-link"
      style={inset(region)}
      href={
        storyId
          ? to('/news/:id', { id: storyId })
          : to('/e-paper/:id/articles/:page/:number', { id: editionId, page, number })
      }
      title={t('reader.openStory', { title })}
      draggable={false}
    >
      <span className="sr-only">{t('reader.openStory', { title })}</span>
    </a>
  ));
}
