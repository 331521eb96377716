import { useTexts } from '#src/messages/texts.tsx';
import { articleTypes, typeTexts } from '#src/submissions/submission/form.rules.ts';
import { removedStates, type State, states } from '#src/submissions/submission/submission-states.rules.ts';
import { Options, SelectField } from '#src/ui/field.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { reviewSorts } from '../review.contract.ts';
import { reviewStateText } from './review-state.ts';

interface ReviewToolsProps {
  query: Partial<Record<'search' | 'state' | 'type' | 'sort', string | undefined>>;
  /** Number of submissions by state. */
  counts: Record<string, number>;
  onChange(changes: Record<string, string>): void;
}

/** Search, filters and order of the review table, and its keyboard shortcuts. */
export function ReviewTools({ query, counts, onChange }: ReviewToolsProps) {
  const { t } = useTexts();
  const withCount = (state: State) =>
    t('review.stateWithCount', { state: t(reviewStateText(state)), count: counts[state] ?? 0 });
  const shown = states.filter((state) => !removedStates.includes(state));
  return (
    <>
      <div className="mt-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr]">
        <SearchBox label={t('review.search')} value={query.search ?? ''} onSearch={(search) => onChange({ search })} />
        <SelectField
          label={t('review.state')}
          value={query.state ?? ''}
          onChange={(event) => onChange({ state: event.target.value })}
        >
          <option value="">{t('review.allStates')}</option>
          <Options of={shown.map((state) => [state, withCount(state)])} />
        </SelectField>
        <SelectField
          label={t('review.type')}
          value={query.type ?? ''}
          onChange={(event) => onChange({ type: event.target.value })}
        >
          <option value="">{t('review.allTypes')}</option>
          <Options of={articleTypes.map((type) => [type, t(typeTexts[type])])} />
        </SelectField>
        <SelectField
          label={t('review.sort')}
          value={query.sort ?? 'newest'}
          onChange={(event) => onChange({ sort: event.target.value })}
        >
          <Options of={reviewSorts.map((sort) => [sort, t(`review.sort_${sort}`)])} />
        </SelectField>
      </div>
      <details className="mt-2 mb-4 text-sm">
        <summary className="inline-flex min-h-11 items-center font-semibold">
          <span className="link">{t('review.keysTitle')}</span>
        </summary>
        <p className="max-w-prose text-soft">{t('review.keysText')}</p>
      </details>
    </>
  );
}
