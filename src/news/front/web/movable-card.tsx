import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { type PictureUse, rowsOf } from '#src/news/cards/web/board-pictures.ts';
import { type CardSize, StoryCard } from '#src/news/cards/web/story-card.tsx';
import { sectionKey } from '../board-layout.rules.ts';
import type { Section } from '../front.contract.ts';

interface MovableCardProps {
  card: Card;
  size: CardSize;
  use: PictureUse;
  /** False for a card that is not the user's to move. */
  tools: ReactNode;
}

/** A draggable card that shows a drop indicator on the edge where another card would be inserted. */
export function MovableCard({ card, tools, ...shown }: MovableCardProps) {
  const { language } = useTexts();
  const to = usePaths();
  const movable = Boolean(tools);
  const element = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);

  // The library uses the browser's native drag and drop.
  useEffect(() => {
    if (!element.current || !movable) return;
    // Links and pictures are draggable by default; turn that off, so that the card is dragged.
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
          attachClosestEdge({ card: card.id }, { input, element, allowedEdges: edgesOf(element) }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [card.id, movable]);

  return (
    <div
      ref={element}
      className={`${movable ? 'movable' : ''} ${dragged ? 'dragged' : ''} ${edge ? `drop-${edge}` : ''}`}
    >
      <StoryCard card={card} {...shown} href={to('/news/:id', { id: card.id })} language={language} tools={tools} />
    </div>
  );
}

// Drop edges are left and right if the cards are in a row, otherwise top and bottom.
function edgesOf(element: Element): Edge[] {
  const top = (other: Element | null) => other?.getBoundingClientRect().top;
  const beside = [element.previousElementSibling, element.nextElementSibling].some(
    (other) => top(other) === top(element),
  );
  return beside ? ['left', 'right'] : ['top', 'bottom'];
}

interface DropSectionProps {
  section: Section;
  /** Whether cards may be dropped here. */
  open: boolean;
  label: string;
  children: ReactNode;
}

/** A drop target that appends cards to its section when they are dropped beside its cards. */
export function DropSection({ section, open, label, children }: DropSectionProps) {
  const element = useRef<HTMLElement>(null);
  const key = sectionKey(section);
  useEffect(() => {
    if (!element.current || !key || !open) return;
    return dropTargetForElements({ element: element.current, getData: () => ({ section: key }) });
  }, [key, open]);
  return (
    <section ref={element} className={`section board-section rows-${rowsOf(section.cards.length)}`} aria-label={label}>
      {children}
    </section>
  );
}
