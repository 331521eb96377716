import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface DraftBarProps {
  /** What was stored. */
  children: ReactNode;
  labels: { onContinue: ReactNode; onDiscard: ReactNode };
  onContinue(): void;
  onDiscard(): void;
}

/** Offers to continue or to discard what was typed on an earlier visit and not saved. */
export function DraftBar({ children, labels, onContinue, onDiscard }: DraftBarProps) {
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-4 border border-ink bg-wash p-4">
      <p className="grow">{children}</p>
      <Button kind="quiet" onClick={onContinue}>
        {labels.onContinue}
      </Button>
      <Button kind="quiet" onClick={onDiscard}>
        {labels.onDiscard}
      </Button>
    </div>
  );
}
