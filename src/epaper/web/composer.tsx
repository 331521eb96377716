import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { useRestoreFocus } from '#src/ui/focus-along.ts';
import type { Candidate, NewspaperOrder, Proposal } from '../compose.contract.ts';
import { type Choice, moveChoice, moveChoiceBy, type PaperSize } from '../compose.rules.ts';
import type { Period } from '../editions.rules.ts';
import { ChoiceRow } from './choice-row.tsx';
import { PagePreview } from './page-preview.tsx';
import { PublishForm } from './publish-form.tsx';
import { useArrangement } from './use-arrangement.ts';
import { useDroppedChoices } from './use-dropped-choices.ts';
import { usePreview } from './use-preview.ts';

interface ComposerProps {
  category: Period;
  paper: PaperSize;
  proposal: Proposal;
  /** The id of the draft that is edited. */
  draft?: number | undefined;
}

/** The stories of a newspaper in their order and weight, beside the page preview. */
export default function Composer({ category, paper, proposal, draft }: ComposerProps) {
  const { t } = useTexts();
  // The initial proposal is frozen: a refetch must not overwrite the editor's changes.
  const [frozen] = useState(proposal);
  const { from, to, stories } = frozen;
  const arrangement = useArrangement(draft ? `draft ${draft}` : `${category} ${from}`, frozen);
  const { choices } = arrangement;
  const setChoices = (choices: Choice[]) => arrangement.change({ choices });
  const byId = new Map(stories.map((story) => [story.id, story]));
  const left = stories.filter(({ id }) => !choices.some((choice) => choice.id === id));
  const order: NewspaperOrder = { category, paper, from, to, stories: choices };
  const preview = usePreview(order);
  const focusAlong = useRestoreFocus();
  useDroppedChoices((id, target) => setChoices(moveChoice(choices, id, target)));

  const row = ({ id, weight }: Choice, index: number) => {
    const story = byId.get(id) as Candidate; // every choice is a proposed story
    return (
      <ChoiceRow
        key={id}
        story={story}
        weight={weight}
        warnings={preview.warnings.filter((warning) => warning.story_id === id)}
        first={index === 0}
        last={index === choices.length - 1}
        onWeigh={(next) =>
          setChoices(choices.map((choice) => (choice.id === id ? { ...choice, weight: next } : choice)))
        }
        onStep={(step) => {
          setChoices(moveChoiceBy(choices, id, step));
          focusAlong(`step ${step} ${id}`, `step ${-step} ${id}`);
        }}
        onLeaveOut={() => setChoices(choices.filter((choice) => choice.id !== id))}
      />
    );
  };

  return (
    <div className="composer">
      <section aria-labelledby="compose-stories">
        {arrangement.restored && (
          <p role="status" className="mb-4 flex flex-wrap items-center gap-4 border border-ink bg-wash p-4">
            <span className="grow">{t('compose.restored')}</span>
            <Button kind="quiet" onClick={arrangement.reset}>
              {t('compose.startAfresh')}
            </Button>
          </p>
        )}
        <h2 id="compose-stories" className="mb-2 font-bold text-xl">
          {t('compose.stories', { count: choices.length })}
        </h2>
        <ol className="border-ink border-t-2">{choices.map(row)}</ol>
        {left.length > 0 && (
          <>
            <h2 className="mt-8 mb-2 font-bold text-xl">{t('compose.left', { count: left.length })}</h2>
            <ul className="border-ink border-t-2">
              {left.map((story) => (
                <li key={story.id} className="border-rule border-b">
                  <button
                    type="button"
                    className="link min-h-11 w-full py-2 text-start"
                    aria-label={t('compose.addStory', { title: story.title })}
                    onClick={() => setChoices([...choices, { id: story.id, weight: 'brief' }])}
                  >
                    <span lang={story.language}>{story.title}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <div className="composer-side">
        <PagePreview preview={preview} paper={paper} />
        <PublishForm order={order} arrangement={arrangement} draft={draft} />
      </div>
    </div>
  );
}
