import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { gridSize } from '../board.rules.ts';
import { uncategorized } from '../categories.rules.ts';
import type { Card, Section } from '../reading.contract.ts';
import { StoryCard } from './story-card.tsx';

/** The news by category, as every reader sees it. */
export function Board({ sections }: { sections: Section[] }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (sections.length === 0) return <EmptyBoard />;
  const story = (card: Card, size: 'lead' | 'card' | 'row', first = false) => (
    <StoryCard card={card} size={size} first={first} href={to('/news/:id', { id: card.id })} language={language} />
  );
  return sections.map((section, place) => (
    <section
      key={section.category?.slug ?? uncategorized}
      className="section"
      aria-label={section.category?.name ?? t('news.uncategorized')}
    >
      <SectionHead section={section} />
      <div className="grid-cards">
        {section.cards.slice(0, gridSize).map((card, index) => (
          <div key={card.id}>{story(card, index === 0 ? 'lead' : 'card', place === 0 && index === 0)}</div>
        ))}
      </div>
      {section.cards.length > gridSize && (
        <ul className="list-rows">
          {section.cards.slice(gridSize).map((card) => (
            <li key={card.id}>{story(card, 'row')}</li>
          ))}
        </ul>
      )}
      {section.more && section.category && (
        <p className="pt-4 text-end font-semibold">
          <a className="link" href={to('/category/:category', { category: section.category.slug })}>
            {t('news.moreFrom', { category: section.category.name })}
          </a>
        </p>
      )}
    </section>
  ));
}

/** The head of a section: its name and its sub-categories, each a way on. */
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

function EmptyBoard() {
  const { t } = useTexts();
  return <p className="py-24 text-center font-serif text-2xl text-soft">{t('news.noItems')}</p>;
}
