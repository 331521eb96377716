import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { StoryRegion } from '../server/compose.service.ts';
import { inset } from './page-view.tsx';

/** Overlay of a composed page: each story's region is a link to the story. */
export function StoryLinks({ stories }: { stories: StoryRegion[] }) {
  const { t } = useTexts();
  const to = usePaths();
  return stories.map(({ storyId, title, region }) => (
    <a
      key={`${storyId} ${region.top}`}
      className="story-link"
      style={inset(region)}
      href={to('/news/:id', { id: storyId })}
      title={t('reader.openStory', { title })}
      draggable={false}
    >
      <span className="sr-only">{t('reader.openStory', { title })}</span>
    </a>
  ));
}
