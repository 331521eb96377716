import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { MarkButton } from '#src/news/cards/web/mark-button.tsx';
import { titleLanguage } from '#src/news/cards/web/story-language.ts';
import { Section } from '#src/ui/section.tsx';
import { useListed } from './use-listed.ts';

/** The stories that are saved. */
export function SavedSection() {
  const { t, language } = useTexts();
  const to = usePaths();
  const listed = useListed(['story']);
  return (
    <Section title={t('following.saved')}>
      {listed.length === 0 && <p className="mt-2 max-w-prose text-soft">{t('following.nothingSaved')}</p>}
      <ul className="mt-2">
        {listed.map(({ key, id, title, path, language: shownIn }) => (
          <li key={key} className="flex items-center justify-between gap-4 border-rule border-b py-2">
            <a
              className="min-w-0 py-2 font-semibold font-serif text-lg hover:text-press"
              href={to('/news/:id', { id })}
              {...titleLanguage(shownIn, language)}
            >
              {title}
            </a>
            <MarkButton kind="story" id={id} title={title} path={path} language={shownIn} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
