import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { inset } from '#src/epaper/pages/web/inset.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { OpenEdition, Sheet as SheetOfEdition } from '../server/reader.service.ts';
import type { Access } from './page-access.ts';
import { pictureAddress, pictureChoices } from './page-address.ts';
import { Paywall } from './paywall.tsx';

interface SheetProps {
  edition: OpenEdition;
  sheet: SheetOfEdition;
  access: Access;
  /** Whether it is the requested page; the other one of a spread is shown on wide screens only. */
  current: boolean;
  /** The `sizes` attribute: the displayed width. */
  sizes: string;
  marks: Region[];
  onLoad(): void;
  /** The picture failed to load: the signed URL may have expired. */
  onPassRefused(): Promise<void>;
  /** Overlays: tiles, and the clip that is being drawn. */
  children?: ReactNode;
}

/** A page: its picture, the paywall, or a message that it is being processed. */
export function PageView({
  edition,
  sheet,
  access,
  current,
  sizes,
  marks,
  onLoad,
  onPassRefused,
  children,
}: SheetProps) {
  const { t } = useTexts();
  const { page, widthPt, heightPt, ready } = sheet;
  const free = page <= edition.free;
  const pass = access.state === 'open' ? access.pass : undefined;
  const waiting = !free && (access.state === 'asking' || access.state === 'failed');
  return (
    <li
      className={free ? 'sheet' : 'sheet paywall'} // the selector in structured.rules.ts
      data-other={current ? undefined : true}
      style={{ '--ratio': widthPt / heightPt } as React.CSSProperties}
      data-page={page}
    >
      {!free && !pass && !waiting && (
        <Paywall edition={edition} page={page} signedIn={access.state === 'closed' && access.signedIn} />
      )}
      {waiting && <p className="sheet-word">{t(access.state === 'asking' ? 'reader.loading' : 'reader.pageFailed')}</p>}
      {!ready && (free || pass) && <p className="sheet-word">{t('reader.pageToCome')}</p>}
      {ready && (free || pass) && (
        <>
          <PagePicture
            key={`${page} ${edition.version}`}
            edition={edition}
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

interface PagePictureProps extends Pick<SheetProps, 'edition' | 'sizes' | 'onLoad' | 'onPassRefused'> {
  page: number;
  pass: string | undefined;
  eager: boolean;
}

function PagePicture({ edition, page, pass, eager, sizes, onLoad, onPassRefused }: PagePictureProps) {
  const { t } = useTexts();
  // The URL stays the same when the signature is renewed, to avoid another download.
  const [usedPass, setUsedPass] = useState(pass);
  const [failures, setFailures] = useState(0);
  const picture = useRef<HTMLImageElement>(null);
  // A picture that loaded before hydration fired its event before React listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; later loads fire `onLoad`
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth) onLoad();
  }, []);
  const retry = async () => {
    setFailures(failures + 1);
    if (failures === 0 && page > edition.free) await onPassRefused();
  };
  if (failures === 1 && usedPass !== pass) setUsedPass(pass);
  if (failures > 1 || (failures === 1 && page <= edition.free))
    return <p className="sheet-word">{t('reader.pageToCome')}</p>;
  return (
    <img
      ref={picture}
      className="sheet-picture"
      sizes={sizes}
      srcSet={pictureChoices(edition, page, usedPass)}
      src={pictureAddress(edition, page, 'screen', usedPass)}
      alt={t('reader.pageAlt', { page, title: edition.report.title })}
      fetchPriority={eager ? 'high' : 'auto'}
      loading={eager ? 'eager' : 'lazy'}
      draggable={false}
      onLoad={onLoad}
      onError={retry}
    />
  );
}
