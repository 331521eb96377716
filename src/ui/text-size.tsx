import { localStore } from '#src/client/storage.ts';
import { useTexts } from '#src/messages/texts.tsx';

// Values of `data-text-size`, as in text-size.css. root.tsx restores the stored one before the first paint.
const sizes = ['small', 'normal', 'large', 'larger'];

function change(step: 1 | -1) {
  const { dataset } = document.documentElement;
  const now = Math.max(0, sizes.indexOf(dataset.textSize ?? 'normal'));
  dataset.textSize = sizes[Math.min(Math.max(now + step, 0), sizes.length - 1)] ?? 'normal';
  localStore().setItem('text-size', dataset.textSize);
}

/** Buttons for the size of the text that is read. The choice is stored for later visits. */
export function TextSize() {
  const { t, language } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be within the paragraph of the byline
    <span role="group" aria-label={t('shell.textSize')} className="text-size no-print" lang={language} dir="ltr">
      <button type="button" onClick={() => change(-1)} aria-label={`A− ${t('shell.smallerText')}`}>
        A−
      </button>
      <button type="button" onClick={() => change(1)} aria-label={`A+ ${t('shell.largerText')}`}>
        A+
      </button>
    </span>
  );
}
