import type { Choice } from '#src/epaper/layout/compose.rules.ts';
import type { PrintText } from '#src/epaper/layout/page-plan.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Candidate } from '../compose.contract.ts';

interface PrintNotesProps {
  story: Candidate;
  choice: Choice;
  print: PrintText | undefined;
  /** Whether it begins on another page than planned. */
  missed: boolean;
}

/** What is planned for a story in print, in its row. */
export function PrintNotes({ story, choice: { page, top, picture }, print, missed }: PrintNotesProps) {
  const { t } = useTexts();
  const planned = [
    page && t(top ? 'compose.pinnedTop' : 'compose.pinnedTo', { page }),
    picture === null ? t('compose.noPicture') : picture && t('compose.otherPicture'),
    print && t('compose.shortened'),
  ].filter(Boolean);
  const problems = [
    missed && t('compose.missStory'),
    print && print.of !== story.digest && t('compose.printOutdated'),
  ].filter((problem) => typeof problem === 'string');
  return (
    <>
      {planned.length > 0 && <p className="font-semibold text-sm">{planned.join(' · ')}</p>}
      {problems.map((problem) => (
        <p key={problem} className="text-bad text-sm">
          {problem}
        </p>
      ))}
    </>
  );
}
