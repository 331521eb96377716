import type { ReactNode } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Headline } from '#src/news/cards/cards.contract.ts';
import { StoryCard } from '#src/news/cards/web/story-card.tsx';
import { StoryTime } from '#src/news/cards/web/story-time.tsx';
import type { Front } from '../front.contract.ts';
import './front-top.css';

// The breakpoints of front-top.css.
const leadPicture = { sizes: '(min-width:72rem) 33rem,(min-width:48rem) 58vw,92vw', widest: 1280 };

interface FrontTopProps {
  front: Pick<Front, 'lead' | 'breaking' | 'latest'>;
  /** Editing tools of the lead. */
  tools?: ReactNode;
}

/** What editors put above all sections: breaking news, and the lead of the paper beside the latest headlines. */
export function FrontTop({ front: { lead, breaking, latest }, tools }: FrontTopProps) {
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <>
      {breaking.length > 0 && (
        <section className="breaking" aria-labelledby="breaking">
          <h2 id="breaking">{t('news.breaking')}</h2>
          <ul>
            {breaking.map((story) => (
              <li key={story.id}>
                <HeadlineLink story={story} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {lead && (
        <div className="front-top">
          <section aria-labelledby="lead">
            <h2 id="lead" className="sr-only">
              {t('news.lead')}
            </h2>
            <StoryCard
              card={lead}
              size="lead"
              use={leadPicture}
              first
              href={to('/news/:id', { id: lead.id })}
              language={language}
              tools={tools}
            />
          </section>
          {latest.length > 0 && (
            <section className="latest" aria-labelledby="latest">
              <h2 id="latest">
                <a href={to('/latest')}>{t('news.latest')}</a>
              </h2>
              <ul>
                {latest.map((story) => (
                  <li key={story.id}>
                    <StoryTime at={story.publishedAt} language={undefined} />
                    <HeadlineLink story={story} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </>
  );
}

function HeadlineLink({ story: { id, title, language } }: { story: Headline }) {
  const page = useTexts().language;
  const to = usePaths();
  return (
    <a href={to('/news/:id', { id })} {...(language !== page && { lang: language, dir: directionOf(language) })}>
      {title}
    </a>
  );
}
