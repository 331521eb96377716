import type { SelectHTMLAttributes } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { useRoleIn } from '#src/news/categories/web/use-sections.ts';
import type { StoryStatus } from '#src/news/schema/story-fields.contract.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import { mayChange, offeredStates } from '#src/news/stories/story-states.rules.ts';
import { Options, SelectField } from '#src/ui/field.tsx';

/** What the form calls each state. */
export const statusTexts = {
  published: 'newsroom.statusPublished',
  scheduled: 'newsroom.statusScheduled',
  approved: 'newsroom.statusApproved',
  ready: 'newsroom.statusReady',
  draft: 'newsroom.statusDraft',
  unpublished: 'newsroom.statusUnpublished',
} as const;

const order = Object.keys(statusTexts) as StoryStatus[]; // has each state

interface Steps {
  offered: StoryStatus[];
  /** Whether the user may change the story, but not move it to this category. */
  isElsewhere: boolean;
}

type Stored = Pick<NewsItem, 'status' | 'news_category'>;

/**
 * What the user may do with a new or a stored story that is saved in `category`. It counts as his own: an unpublished
 * story of others is visible only to the desk.
 */
export function useSteps(stored: Stored | undefined, category: string, needsApproval: boolean): Steps {
  const roleIn = useRoleIn();
  const before = stored ? [stored.news_category] : [];
  // Until a category is chosen, the user may still choose one of his sections.
  const writer = { role: roleIn(...before, ...(category ? [category] : [])), own: true };
  const offered = offeredStates(writer, stored?.status ?? 'new', needsApproval);
  return {
    offered: order.filter((status) => offered.includes(status)),
    isElsewhere:
      stored !== undefined &&
      mayChange({ role: roleIn(...before), own: true }, stored.status) &&
      !mayChange(writer, stored.status),
  };
}

interface StatusFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  steps: Steps;
  error?: string | undefined;
}

/** The state that the story gets when it is saved. */
export function StatusField({ steps: { offered, isElsewhere }, ...rest }: StatusFieldProps) {
  const { t } = useTexts();
  return (
    <SelectField label={t('newsroom.status')} hint={isElsewhere && t('newsroom.notYourStep')} {...rest}>
      <Options of={offered.map((status) => [status, t(statusTexts[status])])} />
    </SelectField>
  );
}
