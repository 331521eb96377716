import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { CheckField } from '#src/ui/field.tsx';

interface LettersProps {
  /** How many letters are picked for print. */
  picked: number;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether the newspaper prints the letters that are picked for print. */
export function Letters({ picked, checked, onChange }: LettersProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <section aria-labelledby="compose-letters" className="mt-8">
      <h2 id="compose-letters" className="mb-2 font-bold text-xl">
        {t('compose.letters')}
      </h2>
      {picked > 0 || checked ? (
        <CheckField
          label={t('compose.lettersPrint', { count: picked })}
          name="letters"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : (
        <p className="text-soft">{t('compose.lettersNone')}</p>
      )}
      <a className="link inline-flex min-h-11 items-center" href={`${to('/admin/letters')}?list=print`}>
        {t('compose.toLetters')}
      </a>
    </section>
  );
}
