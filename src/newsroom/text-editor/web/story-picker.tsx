import { useDeferredValue, useState } from 'react';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type ListedStory, storyListCalls } from '#src/news/stories/story-list.contract.ts';
import { TextField } from '#src/ui/field.tsx';

/** Finds a story of ours by words of its title or text. */
export function StoryPicker({ onPick }: { onPick(story: ListedStory): void }) {
  const { t } = useTexts();
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const found = useCall(storyListCalls.list, { query: { q: q || undefined, state: 'published', limit: 6 } });
  const stories = found.data?.stories ?? [];
  return (
    <div>
      <TextField
        label={t('editor.findStory')}
        type="search"
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className="mt-2" aria-label={t('editor.storiesFound')} aria-busy={found.isFetching}>
        {stories.map((story) => (
          <li key={story.id}>
            <button
              type="button"
              lang={story.language}
              className="min-h-11 w-full border border-rule px-3 py-2 text-start hover:border-ink"
              onClick={() => onPick(story)}
            >
              {story.title}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft" aria-live="polite">
        {found.isError ? t('editor.storiesFailed') : found.data && !stories.length ? t('editor.noStories') : ''}
      </p>
    </div>
  );
}
