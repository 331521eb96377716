import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '#src/messages/texts.tsx';
import type { MediaKind } from '#src/news/schema/columns.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import type { MediaItem } from '../media.contract.ts';
import { KindField } from './kind-field.tsx';
import { MediaResults } from './media-results.tsx';
import { UploadArea } from './upload-area.tsx';
import { useMediaList } from './use-media-list.ts';

export interface MediaPickerProps {
  /** What may be chosen; the first is shown at first. */
  kinds: readonly MediaKind[];
  /** Several may be chosen, in the order in which they were pressed. */
  multiple?: boolean;
  onChoose(items: MediaItem[]): void;
  /** The dialog was closed, with or without a choice. */
  onClose(): void;
}

const isSame = (one: MediaItem, other: MediaItem) => one.kind === other.kind && one.id === other.id;

/** A dialog to choose from the media library, or to upload to it. Its page needs the texts `media`. */
export function MediaPicker({ kinds, multiple = false, onChoose, onClose }: MediaPickerProps) {
  const { t } = useTexts();
  const [kind, setKind] = useState<MediaKind>(kinds[0] ?? 'picture');
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<MediaItem[]>([]);
  const list = useMediaList({ kind, q: q || undefined }, true);
  const finish = (items: MediaItem[]) => {
    // What was typed about an uploaded picture since is in the list.
    const newest = items.map((item) => list.items?.find((listed) => isSame(listed, item)) ?? item);
    if (newest.length > 0) onChoose(newest);
    onClose();
  };
  const chooseKind = (next: MediaKind) => {
    setKind(next);
    setChosen([]);
  };
  const press = (item: MediaItem) => {
    if (!multiple) return setChosen([item]);
    setChosen((now) =>
      now.some((one) => isSame(one, item)) ? now.filter((one) => !isSame(one, item)) : [...now, item],
    );
  };
  // Outside of a form around it, which Enter in the search field would send.
  return createPortal(
    <Dialog title={t('media.chooseTitle')} onClose={onClose} wide>
      <div className="mt-4 grid gap-5">
        {kinds.length > 1 && <KindField kinds={kinds} value={kind} onChange={chooseKind} />}
        <UploadArea
          kind={kind}
          onUploaded={(item) => {
            if (kinds.includes(item.kind)) setChosen((now) => (multiple ? [...now, item] : [item]));
          }}
        />
        <SearchBox label={t('media.search')} value={q} onSearch={setQ} />
        <div>
          <MediaResults
            list={list}
            filtered={q !== ''}
            selected={new Set(chosen.flatMap((one) => (one.kind === kind ? [one.id] : [])))}
            onPress={press}
          />
        </div>
      </div>
      <div className="sticky bottom-0 mt-6 flex flex-wrap items-center gap-4 border-ink border-t bg-paper py-4">
        <Button disabled={chosen.length === 0} onClick={() => finish(chosen)}>
          {t('media.chooseCount', { count: kind === 'picture' ? chosen.length : 0 })}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('media.close')}
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}
