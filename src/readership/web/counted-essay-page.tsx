import { useParams } from 'react-router';

/** Has the reads of an essay counted by count-reads.ts; shows nothing. */
export default function CountedEssayPage() {
  const { id } = useParams();
  return <div hidden data-reads="essay" data-id={id} />;
}
