import { useTexts } from '#src/messages/texts.tsx';
import { Options } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { storiesMost } from '../newsletters.rules.ts';

interface IssueStoriesProps {
  ids: number[];
  titles: Map<number, string>;
  error: string | undefined;
  onChange(ids: number[]): void;
}

/** The stories of an issue: moved, taken out, and added from the other new ones. */
export function IssueStories({ ids, titles, error, onChange }: IssueStoriesProps) {
  const { t } = useTexts();
  const others = [...titles].filter(([id]) => !ids.includes(id));
  const move = (from: number, to: number) => {
    const [id] = ids.slice(from, from + 1);
    if (id !== undefined) onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id));
  };
  return (
    <fieldset aria-describedby={error ? 'stories-error' : undefined}>
      <legend className="font-semibold">{t('newsletters.stories')}</legend>
      <ol className="mt-2 divide-y divide-rule border-rule border-y">
        {ids.map((id, place) => {
          const title = titles.get(id) ?? '';
          return (
            <li key={id} className="flex items-center gap-2 py-1">
              <bdi className="grow font-serif">{title}</bdi>
              <IconButton
                icon="up"
                label={t('newsletters.moveUp', { title })}
                off={place === 0}
                onClick={() => move(place, place - 1)}
              />
              <IconButton
                icon="down"
                label={t('newsletters.moveDown', { title })}
                off={place === ids.length - 1}
                onClick={() => move(place, place + 1)}
              />
              <IconButton
                icon="close"
                label={t('newsletters.remove', { title })}
                onClick={() => onChange(ids.toSpliced(place, 1))}
              />
            </li>
          );
        })}
      </ol>
      {error && (
        <p id="stories-error" role="alert" className="mt-2 font-medium text-bad">
          {error}
        </p>
      )}
      {others.length > 0 && ids.length < storiesMost && (
        <label className="mt-3 block">
          <span className="font-semibold">{t('newsletters.choice')}</span>
          <select
            className="mt-1 block min-h-11 w-full border border-ink bg-paper px-3"
            value=""
            onChange={(event) => onChange([...ids, Number(event.target.value)])}
          >
            <option value="" />
            <Options of={others} />
          </select>
        </label>
      )}
    </fieldset>
  );
}

interface IconButtonProps {
  icon: 'up' | 'down' | 'close';
  label: string;
  off?: boolean;
  onClick(): void;
}

function IconButton({ icon, label, off = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="inline-flex size-11 shrink-0 items-center justify-center hover:bg-wash disabled:opacity-30"
      aria-label={label}
      disabled={off}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
