import { useTexts } from '#src/messages/texts.tsx';
import { newsroomListLimit } from '#src/news/stories/stories.contract.ts';

/** Below a full list: a note that it has only the newest entries, with a link to all. */
export function NewestOnly({ href }: { href: string }) {
  const { t } = useTexts();
  return (
    <p>
      {t('newsroom.newestOnly', { count: newsroomListLimit })}{' '}
      <a className="link" href={href}>
        {t('newsroom.allStories')}
      </a>
    </p>
  );
}
