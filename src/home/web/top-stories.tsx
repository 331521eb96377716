import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { StoryCard } from '#src/news/cards/web/story-card.tsx';
import '#src/news/cards/web/news.css';

/** The top headlines, the first one large. */
export function TopStories({ stories }: { stories: Card[] }) {
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <section className="home-part" aria-labelledby="home-today">
      <div className="section-head">
        <h2 id="home-today">{t('home.today')}</h2>
        <a className="link inline-flex min-h-11 sm:ms-auto items-center text-sm" href={to('/news')}>
          {t('home.allNews')}
        </a>
      </div>
      <div className="grid-cards">
        {stories.map((card, index) => (
          <div key={card.id}>
            <StoryCard
              card={card}
              size={index === 0 ? 'lead' : 'card'}
              href={to('/news/:id', { id: card.id })}
              language={language}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
