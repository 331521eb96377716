import { useQueryChanges } from '#src/client/query-changes.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { letterLists, letterListText } from '../letters.rules.ts';
import { ModeratedLetters } from './moderated-letters.tsx';

export const handle = { texts: ['moderation', 'letters', 'news', 'accounts', 'errors'] };

/** Letters to the editor for the newsroom: those that wait, are published, declined, or picked for print. */
export default function ModerationPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const [search, change] = useQueryChanges();
  const list = letterLists.find((name) => name === search.get('list')) ?? 'waiting';
  return (
    <div className="page py-8">
      <PageTitle>{t('moderation.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('moderation.title')}</h1>
      <fieldset className="mt-4 flex flex-wrap gap-x-5 border-rule border-b" aria-label={t('moderation.list')}>
        {letterLists.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === list}
            className="min-h-11 border-transparent border-b-3 font-semibold aria-pressed:border-press"
            onClick={() => change({ list: name })}
          >
            {t(letterListText[name])}
          </button>
        ))}
      </fieldset>
      {allowed ? (
        <ModeratedLetters key={list} list={list} />
      ) : (
        <p className="py-16 text-soft">{t('moderation.loading')}</p>
      )}
    </div>
  );
}
