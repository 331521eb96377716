import { useTexts } from '#src/messages/texts.tsx';
import { newsroomListLimit } from '#src/news/stories/stories.contract.ts';

/** Below a list that is full: that it has only the newest entries, and where all are. */
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
