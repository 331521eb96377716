import type { ReactNode } from 'react';
import { directionOf } from '#src/messages/languages.ts';
import { Picture } from '#src/ui/picture.tsx';
import type { Card } from '../reading.contract.ts';

export type CardSize = 'lead' | 'card' | 'row' | 'tile';

// How wide a card's picture is at most, by the widths at which the board changes its columns.
const sizes: Record<CardSize, string> = {
  lead: '(min-width: 64rem) 40rem, 100vw',
  card: '(min-width: 64rem) 12rem, (min-width: 48rem) 30vw, 8rem',
  row: '6rem',
  tile: '(min-width: 64rem) 25rem, (min-width: 48rem) 50vw, 100vw',
};

interface StoryCardProps {
  card: Card;
  href: string;
  size: CardSize;
  /** The language of the page around it. */
  language: string;
  first?: boolean;
  /** An editor's tools, above the link that covers the card. */
  tools?: ReactNode;
}

/** A story on the board or in a category: picture, sub-category, headline, first words. All of it is one link. */
export function StoryCard({ card, href, size, language, first = false, tools }: StoryCardProps) {
  const { title, summary, label, picture } = card;
  const foreign = card.language !== language;
  return (
    <article className={`story-${size}`}>
      {picture && <Picture picture={picture} alt="" sizes={sizes[size]} first={first} className="story-picture" />}
      <div className="story-words" {...(foreign && { lang: card.language, dir: directionOf(card.language) })}>
        {label && (
          <p className="kicker" lang={foreign ? language : undefined}>
            {label}
          </p>
        )}
        <h3>
          <a href={href}>{title}</a>
        </h3>
        {summary && <p className="story-summary">{summary}</p>}
      </div>
      {tools}
    </article>
  );
}
