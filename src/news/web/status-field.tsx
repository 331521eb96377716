import type { SelectHTMLAttributes } from 'react';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { offeredStates, type StoryStatus } from '../story-states.rules.ts';

/** Where a story stands before it is saved, and whether the paper wants an approval before publication. */
export interface Standing {
  from: 'new' | StoryStatus;
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

/** The states that the user may give a story. Of stories that are not public he sees only those that are his too. */
export function useOfferedStates({ from, needsApproval }: Standing): StoryStatus[] {
  const role = useSession((session) => session.role);
  const offered = offeredStates({ role, own: true }, from, needsApproval);
  return order.filter((status) => offered.includes(status));
}

interface StatusFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  standing: Standing;
  error?: string | undefined;
}

/** What becomes of the story when it is saved. */
export function StatusField({ standing, ...rest }: StatusFieldProps) {
  const { t } = useTexts();
  return (
    <SelectField label={t('newsroom.status')} {...rest}>
      {useOfferedStates(standing).map((status) => (
        <option key={status} value={status}>
          {t(statusTexts[status])}
        </option>
      ))}
    </SelectField>
  );
}
