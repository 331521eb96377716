import { useTexts } from '#src/messages/texts.tsx';
import { articleTypes, typeTexts } from '#src/submissions/submission/form.rules.ts';
import type { ResearchPage } from '#src/submissions/submission/research.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';

interface ResearchFilterProps {
  chosen: Pick<ResearchPage, 'search' | 'type' | 'year' | 'years'>;
  /** URL of the list. */
  action: string;
}

/** Search and filters as a GET form, which works without scripts; the filter is in the query string. */
export function ResearchFilter({ chosen: { search, type, year, years }, action }: ResearchFilterProps) {
  const { t } = useTexts();
  return (
    <search>
      <form
        action={action}
        className="grid grid-cols-2 items-end gap-4 border-rule border-y py-4 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_auto]"
      >
        <div className="col-span-full lg:col-span-1">
          <TextField label={t('research.search')} type="search" name="search" defaultValue={search} maxLength={100} />
        </div>
        <SelectField label={t('research.type')} name="type" defaultValue={type}>
          <option value="">{t('research.allTypes')}</option>
          <Options of={articleTypes.map((entry) => [entry, t(typeTexts[entry])])} />
        </SelectField>
        <SelectField label={t('research.year')} name="year" defaultValue={year}>
          <option value="">{t('research.allYears')}</option>
          <Options of={years.map((entry) => [entry, String(entry)])} />
        </SelectField>
        <div className="col-span-full flex flex-wrap gap-x-5 gap-y-2 lg:col-span-1">
          <Button type="submit">{t('research.find')}</Button>
          {(search || type || year) && (
            <a className="link inline-flex min-h-11 items-center font-semibold" href={action}>
              {t('research.clear')}
            </a>
          )}
        </div>
      </form>
    </search>
  );
}
