import { useState } from 'react';
import { toast } from '#src/client/toasts.ts';
import { offlineSignature } from '#src/epaper/saved-editions/web/edition-storage.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { OpenEdition } from '../server/reader.service.ts';
import { pictureAddress } from './page-address.ts';

/** Prints a page in the print rendition, which is loaded on demand. */
export function usePrinting(edition: OpenEdition, pass: string | undefined) {
  const [printed, setPrinted] = useState<{ page: number; src: string } | null>(null);
  const print = async (page: number) => {
    const src = pictureAddress(edition, page, pass === offlineSignature ? 'screen' : 'print', pass);
    const picture = new Image();
    picture.src = src;
    try {
      await picture.decode();
    } catch {
      return toast({ kind: 'error', text: 'reader.printFailed' });
    }
    setPrinted({ page, src });
    // Wait until the picture is rendered: two frames at most.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return { printed, print };
}

/** The print view: only the page. */
export function PrintedPage({ page, src, title }: { page: number; src: string; title: string }) {
  const { t } = useTexts();
  return <img className="printed-page" src={src} alt={t('reader.pageAlt', { page, title })} />;
}
