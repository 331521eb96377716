import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu } from '#src/ui/menu.tsx';

/** The translation widget: the same page in another language, each at an address of its own. */
export function LanguageMenu() {
  const { t, language } = useTexts();
  return (
    <Menu
      label={t('shell.language')}
      button={
        <>
          <Icon name="globe" />
          <span>{languages[language].name}</span>
        </>
      }
    >
      {siteLanguages.map((code) => (
        <li key={code}>
          <a href="/" lang={code} className="menu-item" aria-current={code === language ? 'true' : undefined}>
            {languages[code].name}
          </a>
        </li>
      ))}
    </Menu>
  );
}
