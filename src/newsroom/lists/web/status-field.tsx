import type { SelectHTMLAttributes } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { useRoleIn } from '#src/news/categories/web/use-sections.ts';
import type { StoryStatus } from '#src/news/schema/story-fields.contract.ts';
import { mayChange, offeredStates } from '#src/news/stories/story-states.rules.ts';
import { SelectField } from '#src/ui/field.tsx';

/** Where a story stands before it is saved, and whether the paper wants an approval before publication. */
export interface Standing {
  from: 'new' | StoryStatus;
  /** The stored category; null if the story has none, undefined for a new story. */
  category?: string | null;
  needsApproval: boolean;
}

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
  /** Whether the user may not move the story, which he may change, to this category. */
  isElsewhere: boolean;
}

/**
 * What the user may do with a story that is saved in `category`. Of stories that are not public he sees only those that
 * are his too.
 */
export function useSteps({ from, category: stored, needsApproval }: Standing, category: string): Steps {
  const roleIn = useRoleIn();
  const before = stored === undefined ? [] : [stored];
  // Without a category yet, the user may still choose one of his.
  const writer = { role: roleIn(...before, ...(category ? [category] : [])), own: true };
  const offered = offeredStates(writer, from, needsApproval);
  return {
    offered: order.filter((status) => offered.includes(status)),
    isElsewhere: from !== 'new' && mayChange({ role: roleIn(...before), own: true }, from) && !mayChange(writer, from),
  };
}

interface StatusFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  steps: Steps;
  error?: string | undefined;
}

/** What becomes of the story when it is saved. */
export function StatusField({ steps: { offered, isElsewhere }, ...rest }: StatusFieldProps) {
  const { t } = useTexts();
  return (
    <SelectField label={t('newsroom.status')} hint={isElsewhere && t('newsroom.notYourStep')} {...rest}>
      {offered.map((status) => (
        <option key={status} value={status}>
          {t(statusTexts[status])}
        </option>
      ))}
    </SelectField>
  );
}
