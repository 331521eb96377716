import { usePlace } from '#src/client/place/place.ts';
import { languages, pathIn } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { useOfferedLanguages } from '#src/ui/page-head.tsx';

/**
 * The translation widget: plain links to the same page in other languages. Changing the language needs a full page
 * load, hence `data-reload`.
 */
export function LanguageMenu() {
  const { t, language } = useTexts();
  const { pathname, search } = usePlace();
  return (
    <Menu
      // The accessible name contains the visible text, for speech input (WCAG 2.5.3).
      label={`${t('shell.language')}: ${languages[language].name}`}
      button={
        <>
          <Icon name="globe" />
          <span className="language-name">{languages[language].name}</span>
        </>
      }
    >
      {useOfferedLanguages().map((code) => (
        <li key={code}>
          <a
            href={pathIn(code, pathname) + search}
            hrefLang={code}
            lang={code}
            className="menu-item"
            aria-current={code === language ? 'true' : undefined}
            data-reload
          >
            {languages[code].name}
          </a>
        </li>
      ))}
    </Menu>
  );
}
