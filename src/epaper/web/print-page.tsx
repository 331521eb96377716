import { useState } from 'react';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Reading } from '../server/reader.service.ts';
import { keptPass } from './keeping/kept.ts';
import { pictureAddress } from './page-address.ts';

/** The page that is printed, in a rendition fine enough for paper; it is fetched when somebody prints. */
export function usePrinting(reading: Reading, pass: string | undefined) {
  const [printed, setPrinted] = useState<{ page: number; src: string } | null>(null);
  const print = async (page: number) => {
    const src = pictureAddress(reading, page, pass === keptPass ? 'screen' : 'print', pass);
    const picture = new Image();
    picture.src = src;
    try {
      await picture.decode();
    } catch {
      return toast({ kind: 'error', text: 'reader.printFailed' });
    }
    setPrinted({ page, src });
    // After the page has it: two frames from now at the latest.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return { printed, print };
}

/** What stands on paper: nothing but the page. */
export function PrintedPage({ page, src, title }: { page: number; src: string; title: string }) {
  const { t } = useTexts();
  return <img className="printed-page" src={src} alt={t('reader.pageAlt', { page, title })} />;
}
