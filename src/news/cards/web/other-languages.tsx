import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { LanguageOrder } from '#src/news/stories/language-order.rules.ts';
import type { Card } from '../cards.contract.ts';
import { LanguageChoice } from './language-choice.tsx';
import { StoryCard } from './story-card.tsx';
import './list-rows.css';

interface OtherLanguagesProps {
  cards: Card[];
  path: string;
  /** The order of languages on the page; absent if there is no choice. */
  order?: LanguageOrder | undefined;
}

/** Below the stories in the page's language: the newest in others, and the reader's choice of the order. */
export function OtherLanguages({ cards, path, order }: OtherLanguagesProps) {
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <>
      {cards.length > 0 && (
        <section className="section" aria-labelledby="other-languages">
          <div className="section-head">
            <h2 id="other-languages">{t('languages.others')}</h2>
          </div>
          <ul className="list-rows other-stories">
            {cards.map((card) => (
              <li key={card.id}>
                <StoryCard card={card} size="row" href={to('/news/:id', { id: card.id })} language={language} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {order && <LanguageChoice order={order} path={path} />}
    </>
  );
}
