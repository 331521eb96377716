import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { pathIn } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { MarkButton } from '#src/news/cards/web/mark-button.tsx';
import { StoryCard } from '#src/news/cards/web/story-card.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { readerListsCalls } from '../reader-lists.contract.ts';
import { followedKinds } from '../reader-lists.rules.ts';
import { followedIds } from './followed-ids.ts';
import { useListed } from './use-listed.ts';

/** The newest stories of what is followed, and the list of that. */
export function FollowedSection() {
  const { t, language } = useTexts();
  const listed = useListed(followedKinds);
  return (
    <>
      <Section title={t('following.newest')}>
        <Newest />
      </Section>
      {listed.length > 0 && (
        <Section title={t('following.followed')}>
          <ul className="mt-2">
            {listed.map(({ key, kind, id, title, path }) => (
              <li key={key} className="flex items-center justify-between gap-4 border-rule border-b py-2">
                <a className="min-w-0 py-2 font-semibold hover:text-press" href={pathIn(language, path)}>
                  <bdi>{title}</bdi>
                </a>
                <MarkButton kind={kind} id={id} title={title} path={path} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Newest() {
  const { t, language } = useTexts();
  const to = usePaths();
  const marks = useReaderLists((reading) => reading.marks);
  const query = followedIds({ marks });
  const follows = Object.values(query).some(Boolean);
  // Sent without the session: the answer depends on the query, not on the user.
  const call = useCall(readerListsCalls.forYou, { query, anonymous: true }, follows);
  if (!follows) return <p className="mt-2 max-w-prose text-soft">{t('following.nothingFollowed')}</p>;
  if (call.isPending) return <p className="mt-2 text-soft">{t('shell.loading')}</p>;
  if (call.isError) return <LoadFailure sentence={t('following.newestFailed')} call={call} />;
  const { stories } = call.data;
  if (stories.length === 0) return <p className="mt-2 text-soft">{t('following.nothingNew')}</p>;
  return (
    <ul className="list-rows mt-2">
      {stories.map(({ from, published_at: publishedAt, ...story }) => {
        const names = from.flatMap((key) => marks[key]?.title ?? []);
        const card = { ...story, publishedAt, label: names.join(' · ') };
        return (
          <li key={story.id}>
            <StoryCard card={card} size="row" href={to('/news/:id', { id: story.id })} language={language} />
          </li>
        );
      })}
    </ul>
  );
}
