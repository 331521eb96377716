import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { orderParameter } from '../language-order.rules.ts';
import type { Card } from '../reading.contract.ts';
import { StoryCard } from './story-card.tsx';
import './story.css';

/** The newest stories in other languages than the page's, below its own. */
export function OtherLanguages({ cards, path }: { cards: Card[]; path: string }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (cards.length === 0) return null;
  return (
    <section className="section" aria-labelledby="other-languages">
      <div className="section-head">
        <h2 id="other-languages">{t('languages.others')}</h2>
      </div>
      <ul className="list-rows">
        {cards.map((card) => (
          <li key={card.id}>
            <StoryCard card={card} size="row" href={to('/news/:id', { id: card.id })} language={language} />
          </li>
        ))}
      </ul>
      <p className="more">
        <a className="link" href={`${path}?${orderParameter}=all`} rel="nofollow">
          {t('languages.all')}
        </a>
      </p>
    </section>
  );
}
