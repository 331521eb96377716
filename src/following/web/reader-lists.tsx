import { type ReactNode, useEffect } from 'react';
import { CorrectedNote } from '#src/news/corrections/web/corrected-note.tsx';
import { FollowedSection } from './followed-section.tsx';
import { HistorySection } from './history-section.tsx';
import { SavedSection } from './saved-section.tsx';
import { syncReaderLists } from './sync.ts';

/** The lists of the page "For you", with what other devices have changed; `children` come after what is followed. */
export function ReaderLists({ children }: { children: ReactNode }) {
  // Without a network the page shows what this device has.
  useEffect(() => void syncReaderLists().catch(() => undefined), []);
  return (
    <>
      <CorrectedNote className="mt-6 flex items-start gap-4 border-press border-y" most={10} />
      <FollowedSection />
      {children}
      <SavedSection />
      <HistorySection />
    </>
  );
}
