import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type WarningKind, type Weight, weights } from '#src/epaper/layout/compose.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Options } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { Candidate } from '../compose.contract.ts';

interface ChoiceRowProps {
  story: Candidate;
  weight: Weight;
  warnings: { kind: WarningKind; letters: string }[];
  first: boolean;
  last: boolean;
  onWeigh(weight: Weight): void;
  onStep(step: 1 | -1): void;
  onLeaveOut(): void;
  /** What is planned for it in print. */
  notes: ReactNode;
  onPlan(): void;
}

/** A story of the newspaper: draggable, with buttons that do the same as dragging. */
export function ChoiceRow({ story, weight, warnings, notes, first, last, ...on }: ChoiceRowProps) {
  const { t } = useTexts();
  const { onWeigh, onStep, onLeaveOut, onPlan } = on;
  const { id, title } = story;
  const { element, edge } = useDraggedRow(id);
  return (
    <li ref={element} className={`choice ${edge ? `drop-${edge}` : ''}`}>
      <span className="choice-grip" aria-hidden="true">
        <Icon name="drag" />
      </span>
      <div className="min-w-0 grow">
        <p className={weight === 'lead' ? 'font-bold text-lg' : weight === 'second' ? 'font-semibold' : ''}>
          <span lang={story.language}>{title}</span>
        </p>
        <p className="text-sm text-soft">{story.category}</p>
        {notes}
        {warnings.map(({ kind, letters }) => (
          <p key={kind} className="text-bad text-sm">
            {t(`compose.${kind}`, { letters })}
          </p>
        ))}
      </div>
      <select
        className="choice-weight"
        value={weight}
        aria-label={t('compose.weight', { title })}
        onChange={(event) => onWeigh(event.target.value as Weight)} // its options are the weights
      >
        <Options of={weights.map((one) => [one, t(`compose.weight_${one}`)])} />
      </select>
      <div className="flex">
        <button
          type="button"
          className="choice-tool"
          aria-label={t('compose.inPrintOf', { title })}
          title={t('compose.inPrint')}
          onClick={onPlan}
        >
          <Icon name="printer" />
        </button>
        <button
          type="button"
          className="choice-tool"
          disabled={first}
          data-tool={`step -1 ${id}`}
          aria-label={t('compose.moveUp', { title })}
          title={t('compose.up')}
          onClick={() => onStep(-1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          className="choice-tool"
          disabled={last}
          data-tool={`step 1 ${id}`}
          aria-label={t('compose.moveDown', { title })}
          title={t('compose.down')}
          onClick={() => onStep(1)}
        >
          <Icon name="down" />
        </button>
        <button
          type="button"
          className="choice-tool"
          aria-label={t('compose.leaveOut', { title })}
          title={t('compose.leaveOut', { title })}
          onClick={onLeaveOut}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

function useDraggedRow(id: number) {
  const element = useRef<HTMLLIElement>(null);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);
  // The drag-and-drop library binds native drag events to the element.
  useEffect(() => {
    if (!element.current) return;
    return combine(
      draggable({ element: element.current, getInitialData: () => ({ choice: id }) }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => typeof source.data.choice === 'number' && source.data.choice !== id,
        getData: ({ input, element }) =>
          attachClosestEdge({ choice: id }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) as 'top' | 'bottom' | null), // the two that are allowed
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [id]);
  return { element, edge };
}
