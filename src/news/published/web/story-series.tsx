import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { SeriesPart, StoryPage } from '../reading.contract.ts';

/** The parts of a series as links, in order; `current` is the story that is being read. */
export function PartList({ parts, current }: { parts: SeriesPart[]; current?: number }) {
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <ol>
      {parts.map(({ id, title, part, language: shownIn }) => (
        <li
          key={id}
          className={`flex items-center gap-4 border-rule border-b ${id === current ? 'border-press border-s-4 ps-3' : ''}`}
        >
          {part !== null && (
            <span className="tabular text-soft" lang={language}>
              {t('topics.part', { part })}
            </span>
          )}
          <a
            className="link inline-flex min-h-11 items-center font-semibold font-serif"
            href={to('/news/:id', { id })}
            aria-current={id === current ? 'page' : undefined}
            lang={shownIn === language ? undefined : shownIn}
            dir={directionOf(shownIn)}
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Below a story: the series that it is a part of. */
export function StorySeries({ story: { id, series } }: { story: StoryPage }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (!series) return null;
  const { title, slug, parts, count, previous, next, language: shownIn } = series;
  return (
    <section className="section no-print" aria-labelledby="series">
      <div className="section-head">
        <h2 id="series">
          <span lang={language}>{t('topics.series')}: </span>
          <a href={to('/series/:series', { series: slug })} lang={shownIn} dir={directionOf(shownIn)}>
            {title}
          </a>
        </h2>
      </div>
      <PartList parts={parts} current={id} />
      <p className="flex flex-wrap gap-x-4" lang={language} dir={directionOf(language)}>
        {previous && (
          <a className="link inline-flex min-h-11 items-center" rel="prev" href={to('/news/:id', { id: previous.id })}>
            {t('topics.previousPart')}
          </a>
        )}
        {next && (
          <a className="link inline-flex min-h-11 items-center" rel="next" href={to('/news/:id', { id: next.id })}>
            {t('topics.nextPart')}
          </a>
        )}
        {count > parts.length && (
          <a className="link inline-flex min-h-11 items-center" href={to('/series/:series', { series: slug })}>
            {t('topics.allParts', { count })}
          </a>
        )}
      </p>
    </section>
  );
}

/** Below a story: its topics as links. */
export function StoryTopics({ story: { topics } }: { story: StoryPage }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (topics.length === 0) return null;
  return (
    <nav className="no-print mt-4" aria-label={t('topics.topics')} lang={language} dir={directionOf(language)}>
      <ul className="flex flex-wrap gap-x-4">
        {topics.map(({ name, slug }) => (
          <li key={slug}>
            <a className="link inline-flex min-h-11 items-center" rel="tag" href={to('/topic/:topic', { topic: slug })}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
