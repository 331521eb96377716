import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useRef } from 'react';

type Move = (id: number, target: { id: number; after: boolean }) => void;

/** Calls `onMove` when a row is dropped on another. */
export function useDroppedChoices(onMove: Move) {
  const move = useRef(onMove);
  // The drag-and-drop library calls back outside of React.
  useEffect(() => {
    move.current = onMove;
  });
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const target = location.current.dropTargets[0]?.data;
          const [id, on] = [source.data.choice, target?.choice];
          if (typeof id !== 'number' || typeof on !== 'number' || !target) return;
          move.current(id, { id: on, after: extractClosestEdge(target) === 'bottom' });
        },
      }),
    [],
  );
}
