import type { ApiError } from '#src/client/api-error.ts';
import { failureReason } from '#src/client/failure.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from './button.tsx';

interface LoadFailureProps {
  /** What could not be loaded. */
  sentence: string;
  /** The failed call, as returned by `useCall`. */
  call: { error: ApiError | null; isFetching: boolean; refetch(): unknown };
  className?: string;
}

/** Replaces content that could not be loaded: the message, the reason and a retry button. */
export function LoadFailure({ sentence, call: { error, isFetching, refetch }, className = 'py-6' }: LoadFailureProps) {
  const { t } = useTexts();
  const reason = error && failureReason(error);
  return (
    <div className={className}>
      <p role="alert">{sentence}</p>
      {reason && <p className="text-soft">{t(reason)}</p>}
      <Button kind="quiet" className="mt-3" disabled={isFetching} onClick={() => void refetch()}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
}
