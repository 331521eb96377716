import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import type { StoryList } from '../cards.contract.ts';
import { OtherLanguages } from './other-languages.tsx';
import { StoryCard } from './story-card.tsx';

/** The parameters of a list of stories. */
export function listQuery({ url }: Request) {
  const { searchParams } = new URL(url);
  return {
    cursor: searchParams.get('after') ?? undefined,
    order: searchParams.get(orderParameter) ?? undefined,
  };
}

/** A page of a list of stories, with a link to older ones and the stories in other languages after the last. */
export function StoryListing({ list, path: currentPath }: { list: StoryList; path: string }) {
  const { cards, nextCursor, nextOrder, order, hasChoice, others } = list;
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <>
      {cards.length > 0 && <h2 className="sr-only">{t('news.newest')}</h2>}
      {cards.length === 0 && (
        <>
          <p className="pt-12 font-serif text-2xl text-soft">{t('news.noItems')}</p>
          <FallbackLinks />
        </>
      )}
      <ul className="category-cards">
        {cards.map((card, index) => (
          <li key={card.id}>
            <StoryCard
              card={card}
              size={index === 0 ? 'first-tile' : 'tile'}
              first={index === 0}
              href={to('/news/:id', { id: card.id })}
              language={language}
            />
          </li>
        ))}
      </ul>
      {nextCursor && (
        <p className="pt-8 text-center font-semibold">
          <a
            className="link"
            rel="next"
            href={`${currentPath}?after=${nextCursor}${nextOrder ? `&${orderParameter}=${nextOrder}` : ''}`}
          >
            {t('news.older')}
          </a>
        </p>
      )}
      <OtherLanguages cards={others} order={hasChoice ? order : undefined} path={currentPath} />
    </>
  );
}
