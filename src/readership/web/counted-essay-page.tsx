import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { countReads } from './count-reads.ts';

/** Counts the reads of an essay; shows nothing. */
export default function CountedEssayPage() {
  const { id = '' } = useParams();
  const { language } = useTexts();
  useEffect(() => countReads('essay', Number(id), language), [id, language]);
  return null;
}
