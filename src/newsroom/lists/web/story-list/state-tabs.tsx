import { useTexts } from '#src/messages/texts.tsx';
import { type StoryState, storyStates } from '#src/news/stories/story-list.contract.ts';

interface StateTabsProps {
  /** Undefined for all states but the trash. */
  state: string | undefined;
  counts: Record<StoryState, number> | null | undefined;
  onChange(state: StoryState | ''): void;
}

/** Filters the list by state, with the number of stories in each. */
export function StateTabs({ state = '', counts, onChange }: StateTabsProps) {
  const { t, locale } = useTexts();
  const number = new Intl.NumberFormat(locale);
  const texts: Record<StoryState, string> = {
    draft: t('stories.draft'),
    ready: t('newsroom.statusReady'),
    approved: t('newsroom.statusApproved'),
    scheduled: t('stories.scheduled'),
    published: t('stories.published'),
    unpublished: t('newsroom.statusUnpublished'),
    trashed: t('newsroom.trashTitle'),
  };
  return (
    <fieldset className="mt-4 flex flex-wrap gap-x-5 border-rule border-b" aria-label={t('newsroom.status')}>
      {(['', ...storyStates] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === state}
          className="min-h-11 border-transparent border-b-3 font-semibold aria-pressed:border-press"
          onClick={() => onChange(value)}
        >
          {value ? texts[value] : t('stories.all')}
          {value && counts && <span className="tabular text-soft"> {number.format(counts[value])}</span>}
        </button>
      ))}
    </fieldset>
  );
}
