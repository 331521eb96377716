import { useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { countReads } from './count-reads.ts';

/** Counts the reads of a story: a route around those that add something below its text. */
export default function CountedStoryPage() {
  const { id = '' } = useParams();
  const { language } = useTexts();
  // A missing story has no such route: its page's loader has failed.
  useEffect(() => countReads('story', Number(id), language), [id, language]);
  return <Outlet />;
}
