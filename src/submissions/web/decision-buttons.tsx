import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { actionOf, canTransition, type Decision, type State } from '../submissions.rules.ts';

/** Approve and Reject, each disabled if the submission is already in that state. */
export function DecisionButtons({ state, onDecide }: { state: State; onDecide(decision: Decision): void }) {
  const { t } = useTexts();
  const reason = (decision: Decision, already: string) =>
    canTransition(state, actionOf[decision], 'newsroom')
      ? undefined
      : state === 'awaiting_consent'
        ? t('review.consentFirst')
        : already;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        className="!px-3"
        reason={reason('approved', t('review.alreadyApproved'))}
        onClick={() => onDecide('approved')}
      >
        {t('review.approve')}
      </Button>
      <Button
        kind="quiet"
        className="!px-3"
        reason={reason('rejected', t('review.alreadyRejected'))}
        onClick={() => onDecide('rejected')}
      >
        {t('review.reject')}
      </Button>
    </div>
  );
}
