import { useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { usePaths } from '#src/client/paths.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { canTransition, stateOf } from '#src/submissions/submission/submission-states.rules.ts';
import type { MySubmission } from '#src/submissions/submission/submissions.contract.ts';
import { editorsMessage } from '#src/submissions/submission/timeline.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { DescriptionButton } from './description-dialog.tsx';
import { RemoveSubmissionDialog } from './remove-submission-dialog.tsx';
import { RevisionForm } from './revision-form.tsx';
import { Timeline } from './timeline.tsx';

interface MySubmissionCardProps {
  work: MySubmission;
  megabytes: number;
  /** Refetches the submission after a change. */
  onChange(): Promise<void>;
}

/** A submission for its author: timeline, messages of the editors, and possible actions. */
export function MySubmissionCard({ work, megabytes, onChange }: MySubmissionCardProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const { id, title, history, queue_place } = work;
  const state = stateOf(work);
  const said = editorsMessage(history, state);
  return (
    <li className="border-rule border-b py-5">
      <article aria-labelledby={`work-${id}`}>
        <p className="kicker tabular">{t('submissions.number', { id, type: t(typeTexts[work.article_type]) })}</p>
        <h3 id={`work-${id}`} className="mt-1 font-bold text-xl leading-snug" {...textLanguageAttributes(title)}>
          {title}
        </h3>
        <p className="mt-1 font-semibold">
          {t(`submissions.state_${state}`)}
          {queue_place !== null && (
            <span className="tabular font-normal text-soft"> · {t('submissions.place', { place: queue_place })}</span>
          )}
        </p>
        <Timeline title={title} history={history} state={state} />
        {said && (
          <div className="mt-3 border-press border-s-4 bg-wash px-4 py-3">
            <p className="font-semibold text-sm">{t('submissions.editorWrites')}</p>
            {said.reasons.map((reason) => (
              <p key={reason}>{t(`submissions.reason_${reason}`)}</p>
            ))}
            {said.note && <p className="whitespace-pre-line">{said.note}</p>}
          </div>
        )}
        <WorkLinks work={work} />
        <DescriptionButton work={work} by="author" onDone={onChange} />
        {canTransition(state, 'revise', 'author') && <RevisionForm id={id} megabytes={megabytes} onDone={onChange} />}
        {canTransition(state, 'withdraw', 'author') && (
          <Button kind="quiet" className="mt-3" onClick={() => setAsking(true)}>
            {t('submissions.withdraw')}
          </Button>
        )}
        {asking && (
          <RemoveSubmissionDialog
            by="author"
            id={id}
            title={title}
            onClose={() => setAsking(false)}
            onDone={onChange}
          />
        )}
      </article>
    </li>
  );
}

function WorkLinks({
  work: { id, title, bonafide_file, essay_file, published_at, certificate },
}: {
  work: MySubmission;
}) {
  const { t } = useTexts();
  const to = usePaths();
  const links = [
    { text: t('submissions.yourEssay'), href: apiHost + essay_file },
    bonafide_file && { text: t('submissions.yourBonafide'), href: apiHost + bonafide_file },
    certificate && published_at && { text: t('submissions.onResearch'), href: to('/research/:id', { id }) },
    certificate && { text: t('submissions.certificate'), href: apiHost + certificate },
  ].filter((link) => typeof link === 'object' && link !== null);
  return (
    <p className="mt-2 flex flex-wrap gap-x-5">
      {links.map(({ text, href }) => (
        <a
          key={text}
          className="link inline-flex min-h-11 items-center"
          href={href}
          aria-label={t('submissions.ofWork', { what: text, title })}
          {...(href.startsWith(apiHost) && { target: '_blank', rel: 'noopener' })}
        >
          {text}
        </a>
      ))}
    </p>
  );
}
