import { localStore } from '#src/client/storage.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { showTheme } from '#src/ui/theme-colours.ts';

/** Toggles light and dark. The choice is stored for later visits; the default is the system's preference. */
export function ThemeButton() {
  const { t } = useTexts();
  const toggle = () => {
    const { dataset } = document.documentElement;
    const now = dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    const chosen = now === 'dark' ? 'light' : 'dark';
    showTheme(chosen);
    localStore().setItem('theme', chosen);
  };
  return (
    <button
      type="button"
      onClick={toggle}
      className="grid size-11 place-items-center rounded-full hover:bg-rule"
      aria-label={t('shell.theme')}
      title={t('shell.theme')}
    >
      <Icon name="theme" />
    </button>
  );
}
