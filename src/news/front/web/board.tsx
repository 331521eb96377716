import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { gridSize } from '#src/news/cards/board-sizes.rules.ts';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { boardPicture, placeOf, rowsOf } from '#src/news/cards/web/board-pictures.ts';
import { StoryCard } from '#src/news/cards/web/story-card.tsx';
import { uncategorized } from '#src/news/categories/categories.rules.ts';
import type { Section } from '../front.contract.ts';
import './board.css';

/** The news by category, for readers. `first` is false below the lead of the paper. */
export function Board({ sections, first }: { sections: Section[]; first: boolean }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (sections.length === 0) return first ? <EmptyBoard /> : null;
  return sections.map((section, place) => {
    const { category, cards, more } = section;
    const story = (card: Card, index: number, onTop = false) => (
      <StoryCard
        card={card}
        size={placeOf(index)}
        use={boardPicture(cards.length, placeOf(index))}
        first={onTop && index === 0}
        href={to('/news/:id', { id: card.id })}
        language={language}
      />
    );
    return (
      <section
        key={category?.slug ?? uncategorized}
        className={`section board-section rows-${rowsOf(cards.length)}`}
        aria-label={category?.name ?? t('news.uncategorized')}
      >
        <SectionHead section={section} />
        <div className="board-grid">
          {cards.slice(0, gridSize).map((card, index) => (
            <div key={card.id}>{story(card, index, first && place === 0)}</div>
          ))}
        </div>
        {cards.length > gridSize && (
          <ul className="board-list">
            {cards.slice(gridSize).map((card, index) => (
              <li key={card.id}>{story(card, index + gridSize)}</li>
            ))}
          </ul>
        )}
        {more && category && (
          <p className="more">
            <a className="link" href={to('/category/:category', { category: category.slug })}>
              {t('news.moreFrom', { category: category.name })}
            </a>
          </p>
        )}
      </section>
    );
  });
}

/** The heading of a section: links to the category and its sub-categories. */
export function SectionHead({ section: { category, subs } }: { section: Section }) {
  const { t } = useTexts();
  const to = usePaths();
  if (!category)
    return (
      <div className="section-head">
        <h2>{t('news.uncategorized')}</h2>
      </div>
    );
  return (
    <div className="section-head">
      <h2>
        <a href={to('/category/:category', { category: category.slug })}>{category.name}</a>
      </h2>
      <ul className="section-subs">
        {subs.map((sub) => (
          <li key={sub.slug}>
            <a
              href={to('/category/:category/subcategory/:subcategory', {
                category: category.slug,
                subcategory: sub.slug,
              })}
            >
              {sub.name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Empty state of the board. */
export function EmptyBoard() {
  const { t } = useTexts();
  return <p className="py-24 text-center font-serif text-2xl text-soft">{t('news.noItems')}</p>;
}
