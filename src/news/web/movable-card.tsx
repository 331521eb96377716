import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { sectionKey } from '../board-layout.rules.ts';
import type { Card, Section } from '../reading.contract.ts';
import { type CardSize, StoryCard } from './story-card.tsx';

/** A card that can be picked up, and that shows on which side of it another would land. */
export function MovableCard({ card, size, tools }: { card: Card; size: CardSize; tools: ReactNode }) {
  const { language } = useTexts();
  const to = usePaths();
  const element = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);

  // Dragging is the browser's own; the library binds it to the element.
  useEffect(() => {
    if (!element.current) return;
    // Links and pictures would be dragged by themselves, out of the card.
    for (const part of element.current.querySelectorAll<HTMLElement>('a, img')) part.draggable = false;
    return combine(
      draggable({
        element: element.current,
        getInitialData: () => ({ card: card.id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data.card !== card.id,
        getData: ({ input, element }) =>
          attachClosestEdge({ card: card.id }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) as 'top' | 'bottom' | null), // the two that are allowed
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [card.id]);

  return (
    <div ref={element} className={`movable ${dragged ? 'dragged' : ''} ${edge ? `drop-${edge}` : ''}`}>
      <StoryCard card={card} size={size} href={to('/news/:id', { id: card.id })} language={language} tools={tools} />
    </div>
  );
}

/** A section that takes cards dropped beside its own, as its last. */
export function DropSection({ section, label, children }: { section: Section; label: string; children: ReactNode }) {
  const element = useRef<HTMLElement>(null);
  const key = sectionKey(section);
  useEffect(() => {
    if (!element.current || !key) return;
    return dropTargetForElements({ element: element.current, getData: () => ({ section: key }) });
  }, [key]);
  return (
    <section ref={element} className="section" aria-label={label}>
      {children}
    </section>
  );
}
