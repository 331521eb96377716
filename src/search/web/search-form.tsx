import { Form } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import { publicKinds } from '#src/search-index/documents.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import type { SearchQuery } from '../search.contract.ts';
import { hasFilters, searchAddress } from './search-address.ts';
import { SuggestField } from './suggest-field.tsx';

interface SearchFormProps {
  asked: SearchQuery;
  categories: { name: string; slug: string }[];
}

/** The search form: query and filters. */
export function SearchForm({ asked, categories }: SearchFormProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <search>
      <Form action={to('/search')} className="max-w-3xl">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
          <div className="min-w-0 grow basis-80">
            <SuggestField value={asked.q} />
          </div>
          <Button type="submit" className="md:mt-6">
            {t('search.button')}
          </Button>
        </div>
        {asked[orderParameter] && <input type="hidden" name={orderParameter} value={asked[orderParameter]} />}
        <details className="pt-2" open={hasFilters(asked)}>
          <summary className="inline-flex min-h-11 items-center font-semibold underline decoration-press underline-offset-4">
            {t('search.filters')}
          </summary>
          <div className="grid gap-4 pt-2 pb-2 sm:grid-cols-2 lg:grid-cols-4">
            <SelectField label={t('search.where')} name="kind" defaultValue={asked.kind ?? ''}>
              <option value="">{t('search.everywhere')}</option>
              <Options of={publicKinds.map((kind) => [kind, t('search.kind', { kind })])} />
            </SelectField>
            <SelectField label={t('search.category')} name="category" defaultValue={asked.category ?? ''}>
              <option value="">{t('search.anyCategory')}</option>
              <Options of={categories.map(({ name, slug }) => [slug, name])} />
            </SelectField>
            <TextField label={t('search.from')} name="from" type="date" defaultValue={asked.from ?? ''} />
            <TextField label={t('search.to')} name="to" type="date" defaultValue={asked.to ?? ''} />
          </div>
          {hasFilters(asked) && (
            <a
              className="link inline-flex min-h-11 items-center"
              href={searchAddress(to('/search'), { q: asked.q, [orderParameter]: asked[orderParameter] })}
            >
              {t('search.clear')}
            </a>
          )}
        </details>
      </Form>
    </search>
  );
}
