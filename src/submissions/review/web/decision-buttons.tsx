import { useTexts } from '#src/messages/texts.tsx';
import {
  actionOf,
  canTransition,
  type Decision,
  type State,
} from '#src/submissions/submission/submission-states.rules.ts';
import { Button } from '#src/ui/button.tsx';

interface DecisionButtonsProps {
  state: State;
  /** The element that shows the state; without one, the reason why a button is disabled is shown beside it. */
  stateId?: string;
  onDecide(decision: Decision): void;
}

/** Approve and Reject, each disabled if the submission is already in that state. */
export function DecisionButtons({ state, stateId, onDecide }: DecisionButtonsProps) {
  const { t } = useTexts();
  const button = (decision: Decision, already: string) => {
    const possible = canTransition(state, actionOf[decision], 'newsroom');
    const reason = possible ? undefined : state === 'awaiting_consent' ? t('review.consentFirst') : already;
    return {
      className: '!px-3',
      onClick: () => onDecide(decision),
      ...(stateId
        ? { disabled: !possible, title: reason, 'aria-describedby': possible ? undefined : stateId }
        : { reason }),
    };
  };
  return (
    <div className={stateId ? 'flex gap-2' : 'flex flex-wrap items-center gap-2'}>
      <Button {...button('approved', t('review.alreadyApproved'))}>{t('review.approve')}</Button>
      <Button kind="quiet" {...button('rejected', t('review.alreadyRejected'))}>
        {t('review.reject')}
      </Button>
    </div>
  );
}
