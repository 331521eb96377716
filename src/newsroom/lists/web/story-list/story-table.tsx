import { type KeyboardEvent, useRef } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { isLanguage, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { displayName } from '#src/news/categories/category-names.rules.ts';
import { useCategoryName } from '#src/news/categories/web/use-category-name.ts';
import type { ListedStory } from '#src/news/stories/story-list.contract.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { CheckField } from '#src/ui/field.tsx';
import { statusTexts } from '../status-field.tsx';
import style from './story-table.css?url&no-inline';

interface StoryTableProps {
  stories: ListedStory[];
  selected: ReadonlySet<number>;
  /** Whether other rows are being loaded. */
  busy: boolean;
  /** Whether the user may change stories in bulk. */
  selectable: boolean;
  onSelect(selected: ReadonlySet<number>): void;
}

/** The style of `StoryTable`: at the top of its page, because React reverts what is typed while it loads. */
export const StoryTableStyle = () => <link rel="stylesheet" href={style} precedence="own" />;

/** Selects rows by mouse and by keyboard. */
function useRowSelection({ stories, selected, onSelect }: Pick<StoryTableProps, 'stories' | 'selected' | 'onSelect'>) {
  const lastClicked = useRef<number>(undefined);
  const selectAll = (all: boolean) => onSelect(new Set(all ? stories.map(({ id }) => id) : []));

  // A click with Shift selects all rows since the last one.
  const select = (index: number, checked: boolean, range: boolean) => {
    const from = range ? (lastClicked.current ?? index) : index;
    lastClicked.current = index;
    const ids = stories.slice(Math.min(from, index), Math.max(from, index) + 1).map(({ id }) => id);
    onSelect(new Set(checked ? [...selected, ...ids] : [...selected].filter((id) => !ids.includes(id))));
  };

  // Shortcuts work only while the focus is in the table (WCAG 2.1.4).
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement; // targets of key events are elements
    const index = stories.findIndex(({ id }) => id === Number(target.closest<HTMLElement>('[data-row]')?.dataset.row));
    const story = stories[index];
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (event.altKey || !story) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return;
      selectAll(true);
    } else if (step) {
      const next = stories[index + step];
      if (!next) return;
      event.currentTarget.querySelector<HTMLElement>(`[data-select="${next.id}"]`)?.focus();
      if (event.shiftKey) onSelect(new Set([...selected, story.id, next.id]));
    } else if (event.key === 'x') select(index, !selected.has(story.id), false);
    else if (event.key === 'Enter' && target.dataset.select)
      target.closest('tr')?.querySelector<HTMLElement>('a')?.click();
    else if (event.key === 'Escape' && selected.size > 0) onSelect(new Set());
    else return;
    event.preventDefault();
  };
  return { selectAll, select, onKeyDown };
}

/** The list of stories. Rows are selected by mouse and keyboard; on phones each is a card. */
export function StoryTable({ stories, selected, busy, selectable, onSelect }: StoryTableProps) {
  const { t } = useTexts();
  const { selectAll, select, onKeyDown } = useRowSelection({ stories, selected, onSelect });
  const columns = [
    t('newsroom.title'),
    t('newsroom.status'),
    t('newsroom.category'),
    t('newsroom.author'),
    t('newsroom.language'),
    t('stories.date'),
    t('newsroom.lastChange'),
  ];
  return (
    <>
      {selectable && (
        <div className="mt-2 flex pt-2">
          <CheckField
            label={t('stories.selectAll')}
            checked={stories.every(({ id }) => selected.has(id))}
            onChange={(event) => selectAll(event.target.checked)}
          />
        </div>
      )}
      <table
        className="story-table"
        aria-busy={busy}
        aria-label={t('stories.title')}
        onKeyDown={selectable ? onKeyDown : undefined}
      >
        <thead>
          <tr>
            {selectable && (
              <th scope="col">
                <span className="sr-only">{t('stories.selectColumn')}</span>
              </th>
            )}
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stories.map((story, index) => (
            <tr key={story.id} data-row={story.id} data-selected={selected.has(story.id) || undefined}>
              {selectable && (
                <td>
                  <label className="grid size-11 place-items-center">
                    <input
                      type="checkbox"
                      data-select={story.id}
                      className="size-5 accent-press"
                      aria-label={t('stories.select', { title: story.title })}
                      checked={selected.has(story.id)}
                      onChange={(event) => {
                        const { shiftKey = false } = event.nativeEvent as MouseEvent; // React listens to the click
                        select(index, event.target.checked, shiftKey);
                      }}
                    />
                  </label>
                </td>
              )}
              <StoryCells story={story} columns={columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function StoryCells({ story, columns }: { story: ListedStory; columns: string[] }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const time = indianDateFormat(locale, { dateStyle: 'short', timeStyle: 'short' });
  const categoryName = useCategoryName();
  const { id, title, category, sub_category: sub, author, language, deleted_at, status, publish_at } = story;
  const stateText = () => {
    if (deleted_at) return t('newsroom.trashTitle');
    if (publish_at) return t('newsroom.scheduledFor', { time: time.format(new Date(publish_at)) });
    return t(status === 'published' ? 'stories.published' : statusTexts[status]);
  };
  return (
    <>
      <th scope="row" className="font-semibold font-serif">
        {deleted_at ? (
          <bdi lang={language}>{title}</bdi>
        ) : (
          <a className="link" href={to('/admin/edit/:id', { id })}>
            <bdi lang={language}>{title}</bdi>
          </a>
        )}
      </th>
      <td className={status === 'published' && !deleted_at ? '' : 'font-semibold'}>{stateText()}</td>
      <td>
        {categoryName(category)}
        {sub && <span className="text-soft"> – {displayName(t, sub)}</span>}
      </td>
      <td>
        <bdi>{author}</bdi>
      </td>
      <td>
        <bdi lang={language} className="story-language">
          {isLanguage(language) ? languages[language].name : language}
        </bdi>
      </td>
      <td className="tabular" data-label={columns[5]}>
        {time.format(new Date(story.created_at))}
      </td>
      <td className="tabular" data-label={columns[6]}>
        {time.format(new Date(story.updated_at))}
      </td>
    </>
  );
}
