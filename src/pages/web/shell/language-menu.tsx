import { useLocation } from 'react-router';
import { languages, pathIn } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { useOffered } from '#src/ui/page-head.tsx';

/**
 * The translation widget: the same page in another language, each at an address of its own, so plain links do. A page
 * keeps its language for as long as it is open, hence `data-reload`.
 */
export function LanguageMenu() {
  const { t, language } = useTexts();
  const { pathname, search } = useLocation();
  return (
    <Menu
      // Speech input presses what is read on a button, so its name holds that too (WCAG 2.5.3).
      label={`${t('shell.language')}: ${languages[language].name}`}
      button={
        <>
          <Icon name="globe" />
          <span>{languages[language].name}</span>
        </>
      }
    >
      {useOffered().map((code) => (
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
