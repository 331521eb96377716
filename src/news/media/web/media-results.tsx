import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import type { MediaItem } from '../media.contract.ts';
import { MediaGrid } from './media-grid.tsx';
import type { useMediaList } from './use-media-list.ts';

interface MediaResultsProps {
  list: ReturnType<typeof useMediaList>;
  filtered: boolean;
  selected?: ReadonlySet<number>;
  onPress(item: MediaItem): void;
}

/** The items that were found, with the states of loading, and the button for more. */
export function MediaResults({ list, filtered, selected, onPress }: MediaResultsProps) {
  const { t } = useTexts();
  const { items } = list;
  if (!items)
    return list.isError ? (
      <LoadFailure sentence={t('media.loadFailed')} call={list} />
    ) : (
      <p className="py-16 text-soft">{t('media.loading')}</p>
    );
  return (
    <>
      {list.isRefetchError && <LoadFailure sentence={t('media.loadFailed')} call={list} />}
      {items.length === 0 ? (
        <p className="py-16 font-serif text-2xl text-soft">{t(filtered ? 'media.noneFound' : 'media.none')}</p>
      ) : (
        <MediaGrid items={items} onPress={onPress} {...(selected && { selected })} />
      )}
      {list.hasNextPage && (
        <Button
          kind="quiet"
          className="mt-4"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t(list.isFetchingNextPage ? 'media.loading' : 'media.more')}
        </Button>
      )}
    </>
  );
}
