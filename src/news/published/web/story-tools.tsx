import { useRevalidator } from 'react-router';
import { languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AddCorrection } from '#src/news/corrections/web/add-correction.tsx';
import { EditLink } from './edit-link.tsx';

/** What editors can do on the page of a story. Loaded for them only, to keep the desk's tools out of the readers' bundle. */
export function StoryTools({ id }: { id: number }) {
  const { language } = useTexts();
  const { revalidate } = useRevalidator();
  return (
    <div
      className="no-print flex flex-wrap gap-x-6 font-sans text-sm"
      lang={language}
      dir={languages[language].direction}
    >
      <EditLink id={id} />
      <AddCorrection id={id} className="story-edit" onAdded={() => void revalidate()} />
    </div>
  );
}
