import { apiHost } from '#src/client/api-host.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { objectPosition } from '#src/rules/focal-point.rules.ts';
import type { MediaItem } from '../media.contract.ts';
import { lacksAlt } from '../media.rules.ts';
import style from './media.css?url&no-inline';

/** A name that distinguishes an item from others. */
export function useMediaName() {
  const { t } = useTexts();
  return (item: Pick<MediaItem, 'id' | 'title' | 'alt' | 'caption' | 'file_name'>) =>
    item.title || item.alt || item.caption || item.file_name || t('media.unnamed', { id: item.id });
}

interface MediaGridProps {
  items: MediaItem[];
  /** The items that are selected, by id; without it a tile opens its item. */
  selected?: ReadonlySet<number>;
  onPress(item: MediaItem): void;
}

/** Pictures of the library as a grid of buttons. */
export function MediaGrid({ items, selected, onPress }: MediaGridProps) {
  const { t } = useTexts();
  const nameOf = useMediaName();
  return (
    <ul className="media-grid">
      <link rel="stylesheet" href={style} precedence="own" />
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className="media-tile"
            aria-pressed={selected?.has(item.id)}
            onClick={() => onPress(item)}
          >
            {item.kind === 'picture' && (
              <img
                src={apiHost + (item.thumbnail_url ?? item.url)}
                alt=""
                loading="lazy"
                style={{ objectPosition: objectPosition({ x: item.focus_x, y: item.focus_y }) }}
              />
            )}
            <span className="media-tile-text">
              <bdi className="media-tile-name">{nameOf(item)}</bdi>
              {lacksAlt(item) && <span className="font-semibold text-bad">{t('media.altMissing')}</span>}
              {item.credit && <span className="block truncate text-soft">{item.credit}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
