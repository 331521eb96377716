import { localStore } from '#src/client/storage.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';

/** Toggles light and dark. The choice is stored for later visits; the default is the system's preference. */
export function ThemeButton() {
  const { t } = useTexts();
  const toggle = () => {
    const { dataset } = document.documentElement;
    const now = dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    dataset.theme = now === 'dark' ? 'light' : 'dark';
    localStore().setItem('theme', dataset.theme);
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
