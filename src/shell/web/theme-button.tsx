import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';

/** Toggles light and dark: presses.ts. */
export function ThemeButton() {
  const { t } = useTexts();
  return (
    <button
      type="button"
      data-press="theme"
      className="grid size-11 place-items-center rounded-full hover:bg-rule"
      aria-label={t('shell.theme')}
      title={t('shell.theme')}
    >
      <Icon name="theme" />
    </button>
  );
}
