import { usePaths } from '#src/client/paths.ts';
import { directionOf, isLanguage, type Language, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryPage } from '../reading.contract.ts';

/** The story to link to for a language: its version in that language if there is one, else the current story. */
export const versionIn = ({ id, versions }: StoryPage, code: Language, shown: Language) =>
  (code === shown ? undefined : versions.find((version) => version.language === code)?.id) ?? id;

/** "Read in: हिन्दी · English"; above it a hint if there is a version in the language of the page. */
export function Versions({ story: { id, language: storyLanguage, versions } }: { story: StoryPage }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (versions.length === 0) return null;
  const match = storyLanguage === language ? undefined : versions.find((version) => version.language === language);
  return (
    <div className="story-versions no-print" lang={language} dir={directionOf(language)}>
      {match && (
        <p>
          <a className="link font-semibold" href={to('/news/:id', { id: match.id })}>
            {t('news.readVersion', { language: languages[language].name })}
          </a>
        </p>
      )}
      <p>
        {t('news.readIn')}{' '}
        {versions.map((version, index) => (
          <span key={version.id}>
            {index > 0 && ' · '}
            {version.id === id ? (
              <span lang={version.language}>{nameOf(version.language)}</span>
            ) : (
              <a
                className="link"
                lang={version.language}
                hrefLang={version.language}
                href={to('/news/:id', { id: version.id })}
              >
                {nameOf(version.language)}
              </a>
            )}
          </span>
        ))}
      </p>
    </div>
  );
}

const nameOf = (language: string) => (isLanguage(language) ? languages[language].name : language);
