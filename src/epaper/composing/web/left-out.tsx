import { useTexts } from '#src/messages/texts.tsx';
import type { Candidate } from '../compose.contract.ts';

/** The stories that are left out of the newspaper. */
export function LeftOut({ stories, onAdd }: { stories: Candidate[]; onAdd(id: number): void }) {
  const { t } = useTexts();
  if (stories.length === 0) return null;
  return (
    <>
      <h2 className="mt-8 mb-2 font-bold text-xl">{t('compose.left', { count: stories.length })}</h2>
      <ul className="border-ink border-t-2">
        {stories.map(({ id, title, language }) => (
          <li key={id} className="border-rule border-b">
            <button
              type="button"
              className="link min-h-11 w-full py-2 text-start"
              aria-label={t('compose.addStory', { title })}
              onClick={() => onAdd(id)}
            >
              <span lang={language}>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
