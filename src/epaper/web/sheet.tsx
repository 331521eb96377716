import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { Region } from '../reading.rules.ts';
import type { Reading, Sheet as SheetOfEdition } from '../server/reader.service.ts';
import type { Access } from './page-access.ts';
import { pictureAddress, pictureChoices } from './page-address.ts';
import { Wall } from './wall.tsx';

interface SheetProps {
  reading: Reading;
  sheet: SheetOfEdition;
  access: Access;
  /** The page that was asked for; the other one of a spread is shown on wide screens only. */
  current: boolean;
  /** Width in which it is shown now, as `sizes` has it. */
  sizes: string;
  marks: Region[];
  onLoad(): void;
  /** The picture did not come: perhaps the pass is too old. */
  onPassRefused(): Promise<void>;
  /** Tiles, and the clip that is being drawn. */
  children?: ReactNode;
}

/** A page in its place: its picture, the wall before it, or the word that it is being made. */
export function Sheet({ reading, sheet, access, current, sizes, marks, onLoad, onPassRefused, children }: SheetProps) {
  const { t } = useTexts();
  const { page, widthPt, heightPt, ready } = sheet;
  const free = page <= reading.free;
  const pass = access.state === 'open' ? access.pass : undefined;
  const waiting = !free && (access.state === 'asking' || access.state === 'failed');
  return (
    <li
      className={free ? 'sheet' : 'sheet paywall'} // as structured.rules.ts names it
      data-other={current ? undefined : true}
      style={{ '--ratio': widthPt / heightPt } as React.CSSProperties}
      data-page={page}
    >
      {!free && !pass && !waiting && (
        <Wall reading={reading} page={page} signedIn={access.state === 'closed' && access.signedIn} />
      )}
      {waiting && <p className="sheet-word">{t(access.state === 'asking' ? 'reader.loading' : 'reader.pageFailed')}</p>}
      {!ready && (free || pass) && <p className="sheet-word">{t('reader.pageToCome')}</p>}
      {ready && (free || pass) && (
        <>
          <PagePicture
            key={`${page} ${reading.version}`}
            reading={reading}
            page={page}
            pass={pass}
            eager={current}
            sizes={sizes}
            onLoad={onLoad}
            onPassRefused={onPassRefused}
          />
          {children}
          {marks.map((mark) => (
            <span key={`${mark.left} ${mark.top}`} className="page-mark" style={inset(mark)} data-testid="mark" />
          ))}
        </>
      )}
    </li>
  );
}

/** The style that puts something over a region of its sheet. */
export const inset = ({ left, top, right, bottom }: Region) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${(right - left) * 100}%`,
  height: `${(bottom - top) * 100}%`,
});

interface PagePictureProps extends Pick<SheetProps, 'reading' | 'sizes' | 'onLoad' | 'onPassRefused'> {
  page: number;
  pass: string | undefined;
  eager: boolean;
}

function PagePicture({ reading, page, pass, eager, sizes, onLoad, onPassRefused }: PagePictureProps) {
  const { t } = useTexts();
  // A picture keeps the pass that it came with: with each new one it would be fetched again.
  const [kept, setKept] = useState(pass);
  const [failures, setFailures] = useState(0);
  const picture = useRef<HTMLImageElement>(null);
  // A picture that loaded before hydration fired no event that React could see.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; later loads fire `onLoad`
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth) onLoad();
  }, []);
  const retry = async () => {
    setFailures(failures + 1);
    if (failures === 0 && page > reading.free) await onPassRefused();
  };
  if (failures === 1 && kept !== pass) setKept(pass);
  if (failures > 1 || (failures === 1 && page <= reading.free))
    return <p className="sheet-word">{t('reader.pageToCome')}</p>;
  return (
    <img
      ref={picture}
      className="sheet-picture"
      sizes={sizes}
      srcSet={pictureChoices(reading, page, kept)}
      src={pictureAddress(reading, page, 'screen', kept)}
      alt={t('reader.pageAlt', { page, title: reading.report.title })}
      fetchPriority={eager ? 'high' : 'auto'}
      loading={eager ? 'eager' : 'lazy'}
      draggable={false}
      onLoad={onLoad}
      onError={retry}
    />
  );
}
