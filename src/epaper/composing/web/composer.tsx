import { useState } from 'react';
import {
  type Choice,
  changeChoice,
  moveChoice,
  moveChoiceBy,
  type PaperSize,
} from '#src/epaper/layout/compose.rules.ts';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { useRestoreFocus } from '#src/ui/focus-along.ts';
import type { Candidate, NewspaperOrder, Proposal } from '../compose.contract.ts';
import type { EditionPlan, PlanHead } from '../edition-plans.contract.ts';
import { ChoiceRow } from './choice-row.tsx';
import { LeftOut } from './left-out.tsx';
import { Letters } from './letters.tsx';
import { PagePreview } from './page-preview.tsx';
import { PrintDialog } from './print-dialog.tsx';
import { PrintNotes } from './print-notes.tsx';
import { PublishForm } from './publish-form.tsx';
import { SavePlan } from './save-plan.tsx';
import { Spaces } from './spaces.tsx';
import { type Arrangement, planCopy, useArrangement } from './use-arrangement.ts';
import { useDroppedChoices } from './use-dropped-choices.ts';
import { type PreviewState, usePreview } from './use-preview.ts';

interface ComposerProps {
  category: Period;
  paper: PaperSize;
  proposal: Proposal;
  /** The id of the draft that is edited. */
  draft?: number | undefined;
  /** The saved plan that is edited. */
  plan?: EditionPlan | undefined;
  onSaved(head: PlanHead): void;
  /** Opens the plan as it is saved now. */
  onReload(): void;
}

/** The stories of a newspaper in their order and weight, and its page plan, beside the page preview. */
export default function Composer({ category, paper, proposal, draft, plan, onSaved, onReload }: ComposerProps) {
  const { t } = useTexts();
  // The initial proposal is frozen: a refetch must not overwrite the editor's changes.
  const [frozen] = useState({ proposal, plan });
  const { from, to, stories } = frozen.proposal;
  const name = plan ? planCopy(plan.id) : draft ? `draft ${draft}` : `${category} ${from}`;
  const arrangement = useArrangement(name, frozen.proposal, frozen.plan);
  const { choices, spaces, prints, letters, title, issueDate } = arrangement;
  const chosen = new Set(choices.map(({ id }) => id));
  const inPrint = prints.filter(({ id }) => chosen.has(id));
  const order: NewspaperOrder = { category, paper, from, to, stories: choices, spaces, prints: inPrint, letters };
  const preview = usePreview({ ...order, title });

  return (
    <div className="composer">
      <div>
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
          <ChosenStories stories={stories} paper={paper} arrangement={arrangement} preview={preview} />
          <LeftOut
            stories={stories.filter(({ id }) => !chosen.has(id))}
            onAdd={(id) => arrangement.change({ choices: [...choices, { id, weight: 'brief' }] })}
          />
        </section>
        <Spaces
          spaces={spaces}
          paper={paper}
          page={preview.made?.page ?? 1}
          missing={preview.misses.flatMap(({ page, story_id }) => (story_id === null ? [page] : []))}
          onChange={(spaces) => arrangement.change({ spaces })}
        />
        <Letters
          picked={frozen.proposal.letters}
          checked={letters}
          onChange={(letters) => arrangement.change({ letters })}
        />
      </div>
      <div className="composer-side">
        <PagePreview preview={preview} paper={paper} />
        <SavePlan
          input={{ ...order, prints, known: stories.map(({ id }) => id), title, issue_date: issueDate }}
          plan={plan && { id: plan.id, version: arrangement.version ?? plan.version }}
          onSaved={(head) => {
            arrangement.saved(head);
            onSaved(head);
          }}
          onReload={() => {
            arrangement.reset();
            onReload();
          }}
        />
        <PublishForm order={order} arrangement={arrangement} draft={draft} />
      </div>
    </div>
  );
}

interface ChosenStoriesProps {
  /** All proposed stories. */
  stories: Candidate[];
  paper: PaperSize;
  arrangement: Arrangement;
  preview: PreviewState;
}

/** The stories that are printed, in their order, and the dialog in which one of them is planned. */
function ChosenStories({ stories, paper, arrangement, preview }: ChosenStoriesProps) {
  const { choices, prints } = arrangement;
  const [planned, setPlanned] = useState<number>();
  const focusAlong = useRestoreFocus();
  const setChoices = (choices: Choice[]) => arrangement.change({ choices });
  useDroppedChoices((id, target) => setChoices(moveChoice(choices, id, target)));
  const storyOf = (id: number) => stories.find((story) => story.id === id) as Candidate; // every choice is proposed
  const printOf = (id: number) => prints.find((print) => print.id === id);
  const row = (choice: Choice, index: number) => {
    const { id, weight } = choice;
    return (
      <ChoiceRow
        key={id}
        story={storyOf(id)}
        weight={weight}
        warnings={preview.warnings.filter((warning) => warning.story_id === id)}
        notes={
          <PrintNotes
            story={storyOf(id)}
            choice={choice}
            print={printOf(id)}
            missed={preview.misses.some((miss) => miss.story_id === id)}
          />
        }
        first={index === 0}
        last={index === choices.length - 1}
        onWeigh={(weight) => setChoices(changeChoice(choices, id, { weight }))}
        onStep={(step) => {
          setChoices(moveChoiceBy(choices, id, step));
          focusAlong(`step ${step} ${id}`, `step ${-step} ${id}`);
        }}
        onLeaveOut={() => setChoices(choices.filter((choice) => choice.id !== id))}
        onPlan={() => setPlanned(id)}
      />
    );
  };
  const planning = choices.find(({ id }) => id === planned);
  return (
    <>
      <ol className="border-ink border-t-2">{choices.map(row)}</ol>
      {planning && (
        <PrintDialog
          story={storyOf(planning.id)}
          choice={planning}
          print={printOf(planning.id)}
          paper={paper}
          onChoose={(changes) => setChoices(changeChoice(choices, planning.id, changes))}
          onShorten={(print) => {
            const others = prints.filter(({ id }) => id !== planning.id);
            arrangement.change({ prints: print ? [...others, print] : others });
          }}
          onClose={() => setPlanned(undefined)}
        />
      )}
    </>
  );
}
