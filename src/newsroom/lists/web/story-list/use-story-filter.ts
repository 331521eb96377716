import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useQueryChanges } from '#src/client/query-changes.ts';
import { StoryListFilter } from '#src/news/stories/story-list.contract.ts';

export type FilterName = keyof typeof StoryListFilter.shape;

/** The valid filters of the URL as text; invalid ones are ignored. */
export type FilterValues = Partial<Record<FilterName, string>>;

export type FilterChanges = Partial<Record<FilterName | 'cursor', string>>;

const names = Object.keys(StoryListFilter.shape) as FilterName[]; // has every filter

/** The filter of the list of stories, stored in the URL's query with the cursor of the page. */
export function useStoryFilter() {
  const [search, changeQuery] = useQueryChanges();
  const filter: FilterValues = {};
  for (const name of names) {
    const value = search.get(name);
    if (value && StoryListFilter.shape[name].safeParse(value).success) filter[name] = value;
  }
  // A text that is being typed replaces the entry in the browser's history instead of adding one for each pause.
  const change = (changes: FilterChanges, { replace = false } = {}) =>
    // Another filter begins at its first page.
    changeQuery({ cursor: '', ...changes }, { replace, preventScrollReset: changes.cursor === undefined });
  return { filter, cursor: search.get('cursor') ?? undefined, change, visit: useVisit() };
}

// Changes with the back and forward buttons: fields with pending input are then reset to the URL.
function useVisit(): number {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const [visit, setVisit] = useState({ key, number: 0 });
  if (visit.key !== key) setVisit({ key, number: isReturn ? visit.number + 1 : visit.number });
  return visit.number;
}
