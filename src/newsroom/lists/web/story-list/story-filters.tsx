import { useCall } from '#src/client/queries.ts';
import { languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import { type StorySort, storyListCalls, storySorts } from '#src/news/stories/story-list.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { CategoryFields } from './category-fields.tsx';
import type { FilterChanges, FilterName, FilterValues } from './use-story-filter.ts';

interface StoryFiltersProps {
  filter: FilterValues;
  /** Changes when the fields must be reset to `filter`. */
  visit: number;
  categories: Category[];
  onChange(changes: FilterChanges, options?: { replace: boolean }): void;
}

const others: FilterName[] = [
  'category',
  'sub_category',
  'author',
  'account',
  'mine',
  'language',
  'lacks',
  'from',
  'to',
];

/** Search, order and filters above the list of stories. */
export function StoryFilters({ filter, visit, categories, onChange }: StoryFiltersProps) {
  const { t } = useTexts();
  const active = others.filter((name) => filter[name] !== undefined);
  const sortTexts: Record<StorySort, string> = {
    newest: t('stories.newest'),
    changed: t('newsroom.lastChange'),
    title: t('newsroom.title'),
    section: t('newsroom.category'),
  };
  return (
    <>
      <div className="mt-4 grid items-end gap-4 sm:grid-cols-[minmax(0,28rem)_minmax(0,14rem)]">
        <SearchBox
          key={visit}
          label={t('stories.search')}
          value={filter.q ?? ''}
          onSearch={(q) => onChange({ q }, { replace: true })}
        />
        <SelectField
          label={t('stories.order')}
          value={filter.sort ?? 'newest'}
          onChange={(event) => onChange({ sort: event.target.value })}
        >
          <Options of={storySorts.map((sort) => [sort, sortTexts[sort]])} />
        </SelectField>
      </div>
      <details className="mt-2" open={active.length > 0}>
        <summary className="inline-flex min-h-11 items-center font-semibold">
          <span className="link">{t('stories.filters')}</span>
        </summary>
        <div className="mt-1 mb-3 grid grid-cols-2 items-end gap-x-3 gap-y-4 lg:grid-cols-4">
          <CategoryFields
            categories={categories}
            category={findBySlug(categories, filter.category ?? '')?.slug ?? ''}
            sub={filter.sub_category ?? ''}
            none={t('stories.all')}
            onChange={({ category, sub }) => onChange({ category, sub_category: sub })}
          />
          <WriterFields filter={filter} visit={visit} onChange={onChange} />
          <LanguageFields filter={filter} onChange={onChange} />
          <DayField name="from" label={t('stories.from')} filter={filter} visit={visit} onChange={onChange} />
          <DayField name="to" label={t('stories.to')} filter={filter} visit={visit} onChange={onChange} />
        </div>
        {active.length > 0 && (
          <Button kind="quiet" onClick={() => onChange(Object.fromEntries(active.map((name) => [name, ''])))}>
            {t('stories.clear')}
          </Button>
        )}
      </details>
    </>
  );
}

type FieldsProps = Pick<StoryFiltersProps, 'filter' | 'onChange'>;

function WriterFields({ filter, visit, onChange }: FieldsProps & Pick<StoryFiltersProps, 'visit'>) {
  const { t } = useTexts();
  const accounts = useCall(storyListCalls.accounts);
  const commit = (author: string) => {
    if (author !== (filter.author ?? '')) onChange({ author });
  };
  return (
    <>
      <TextField
        key={`${visit} ${filter.author ?? ''}`}
        label={t('stories.byline')}
        defaultValue={filter.author ?? ''}
        maxLength={100}
        onBlur={(event) => commit(event.target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget.value.trim());
        }}
      />
      <SelectField
        label={t('stories.account')}
        value={filter.mine ? 'mine' : (filter.account ?? '')}
        onChange={({ target: { value } }) =>
          onChange(value === 'mine' ? { mine: 'true', account: '' } : { mine: '', account: value })
        }
      >
        <option value="">{t('stories.anyone')}</option>
        <option value="mine">{t('stories.me')}</option>
        <Options of={accounts.data?.map(({ id, name }) => [id, name]) ?? []} />
      </SelectField>
    </>
  );
}

function LanguageFields({ filter, onChange }: FieldsProps) {
  const { t } = useTexts();
  const options = Object.entries(languages).map(([code, { name }]) => (
    <option key={code} value={code} lang={code}>
      {name}
    </option>
  ));
  return (
    <>
      <SelectField
        label={t('newsroom.language')}
        value={filter.language ?? ''}
        onChange={(event) => onChange({ language: event.target.value })}
      >
        <option value="">{t('stories.all')}</option>
        {options}
      </SelectField>
      <SelectField
        label={t('stories.lacks')}
        value={filter.lacks ?? ''}
        onChange={(event) => onChange({ lacks: event.target.value })}
      >
        <option value="">–</option>
        {options}
      </SelectField>
    </>
  );
}

interface DayFieldProps extends FieldsProps {
  name: 'from' | 'to';
  label: string;
  visit: number;
}

const DayField = ({ name, label, filter, visit, onChange }: DayFieldProps) => (
  <TextField
    key={visit}
    label={label}
    type="date"
    min="1600-01-01"
    defaultValue={filter[name] ?? ''}
    onChange={({ target: { value, validity } }) => {
      // While a year is typed, its first digits are an earlier year, which `min` makes invalid.
      if (validity.valid && value !== (filter[name] ?? '')) onChange({ [name]: value }, { replace: true });
    }}
  />
);
