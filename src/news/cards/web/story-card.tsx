import type { ReactNode } from 'react';
import { directionOf } from '#src/messages/languages.ts';
import { Picture } from '#src/ui/picture.tsx';
import type { Card } from '../cards.contract.ts';
import type { PictureUse } from './board-pictures.ts';
import { StoryTime } from './story-time.tsx';

export type CardSize = 'lead' | 'card' | 'row' | 'tile' | 'first-tile';

// Picture sizes outside of the board.
const uses: Record<CardSize, PictureUse> = {
  lead: { sizes: '(min-width: 64rem) 40rem, 100vw', widest: 1280 },
  // On the home page they are square from 64rem, cut from a wider file.
  card: { sizes: '(min-width: 64rem) 10.5rem, (min-width: 48rem) 11rem, 8rem', widest: 480 },
  row: { sizes: '6rem', widest: 320 },
  tile: {
    sizes: '(min-width: 112rem) 31rem, (min-width: 64rem) 25rem, (min-width: 48rem) 50vw, 100vw',
    widest: 1280,
  },
  // Of a category: over two columns.
  'first-tile': {
    sizes:
      '(min-width: 112rem) 64rem, (min-width: 80rem) 51rem, (min-width: 64rem) 65vw, (min-width: 48rem) 50vw, 100vw',
    widest: 1280,
  },
};

interface StoryCardProps {
  card: Card;
  href: string;
  size: CardSize;
  /** The language of the page. */
  language: string;
  first?: boolean;
  /** Picture sizes on the board. */
  use?: PictureUse;
  /** Editing tools, stacked above the link that covers the card. */
  tools?: ReactNode;
}

/** A story on the board or in a category: picture, sub-category, headline, summary. The whole card is one link. */
export function StoryCard({ card, href, size, language, first = false, use = uses[size], tools }: StoryCardProps) {
  const { title, summary, label, picture, publishedAt } = card;
  const foreign = card.language !== language;
  return (
    <article className={`story-${size === 'first-tile' ? 'tile' : size}`}>
      {picture && <Picture picture={picture} alt="" {...use} first={first} className="story-picture" />}
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
        <StoryTime at={publishedAt} language={foreign ? language : undefined} />
      </div>
      {tools}
    </article>
  );
}
