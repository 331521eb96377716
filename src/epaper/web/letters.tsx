import { useTexts } from '#src/messages/texts.tsx';
import { CheckField } from '#src/ui/field.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { Section } from '#src/ui/section.tsx';

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
    <Section title={t('compose.letters')}>
      {picked > 0 || checked ? (
        <CheckField
          label={t('compose.lettersPrint', { count: picked })}
          name="letters"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : (
        <p className="mt-2 text-soft">{t('compose.lettersNone')}</p>
      )}
      <a className="link inline-flex min-h-11 items-center" href={`${to('/admin/letters')}?list=print`}>
        {t('compose.toLetters')}
      </a>
    </Section>
  );
}
