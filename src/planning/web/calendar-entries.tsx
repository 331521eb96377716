import { usePaths } from '#src/client/paths.ts';
import type { CalendarEdition } from '#src/epaper/pages/editions.contract.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isPending } from '../assignments.rules.ts';
import type { Assignment, CalendarStory } from '../plan.contract.ts';

const entry = 'block min-w-0 border-s-4 ps-3';

function useTime() {
  const { locale } = useTexts();
  const format = indianDateFormat(locale, { timeStyle: 'short' });
  return (instant: string) => format.format(new Date(instant));
}

const storyTexts = {
  draft: 'planning.storyDraft',
  ready: 'planning.storyReady',
  approved: 'planning.storyApproved',
  scheduled: 'planning.storyScheduled',
  published: 'planning.storyPublished',
  unpublished: 'planning.storyUnpublished',
} as const;

/** A story that is published or due on a day, with a link to its form, where it is rescheduled. */
export function StoryEntry({ story }: { story: CalendarStory }) {
  const { t } = useTexts();
  const to = usePaths();
  const time = useTime();
  return (
    <div className={`${entry} border-rule`}>
      <a
        className="link break-words font-semibold"
        href={to('/admin/edit/:id', { id: story.id })}
        lang={story.language}
        dir="auto"
      >
        {story.title}
      </a>
      <span className="block text-soft">
        {time(story.at)}, {t(storyTexts[story.status])}
        {story.assignee && (
          <>
            , <bdi>{story.assignee.name}</bdi>
          </>
        )}
      </span>
    </div>
  );
}

const editionTexts = {
  edition: 'planning.edition',
  composing: 'planning.composing',
  draft: 'planning.editionDraft',
  plan: 'planning.editionPlan',
  schedule: 'planning.schedule',
} as const;

// Drafts and plans are opened in the composer; for other editions, their period is selected there.
const composed = ({ kind, id, period }: CalendarEdition) =>
  new URLSearchParams(kind === 'draft' || kind === 'plan' ? { [kind]: String(id) } : { category: period });

export function EditionEntry({ edition }: { edition: CalendarEdition }) {
  const { t } = useTexts();
  const to = usePaths();
  const { kind, id, title, time } = edition;
  return (
    <div className={`${entry} border-press`}>
      <a
        className="link break-words font-semibold"
        href={kind === 'edition' ? to('/e-paper/:id', { id }) : `${to('/compose')}?${composed(edition)}`}
        dir="auto"
      >
        {title || t(editionTexts[kind])}
      </a>
      <span className="block text-soft">
        {t(editionTexts[kind])}
        {time && `, ${time}`}
      </span>
    </div>
  );
}

export const assignmentStateTexts = {
  open: 'planning.open',
  doing: 'planning.doing',
  done: 'planning.done',
  dropped: 'planning.dropped',
} as const;

/** An assignment; the button opens it. */
export function AssignmentEntry({
  assignment,
  onOpen,
}: {
  assignment: Assignment;
  onOpen(assignment: Assignment): void;
}) {
  const { t } = useTexts();
  const time = useTime();
  const { what, due_at, state, assignee } = assignment;
  return (
    <div className={`${entry} border-ink`}>
      <button
        type="button"
        className={`link min-h-6 break-words text-start font-semibold ${isPending(state) ? '' : 'line-through'}`}
        onClick={() => onOpen(assignment)}
      >
        <bdi>{what}</bdi>
      </button>
      <span className="block text-soft">
        {[due_at && time(due_at), t(assignmentStateTexts[state])].filter(Boolean).join(', ')}
        {assignee && (
          <>
            , <bdi>{assignee.name}</bdi>
          </>
        )}
      </span>
    </div>
  );
}
