import { Fragment, type ReactNode, useMemo } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import style from './differences.css?url&no-inline';
import { type DiffPart, wordDiff } from './word-diff.ts';

export interface Difference {
  key: string;
  label: string;
  before: string;
  after: string;
  /** Shown below each side, such as a button that chooses it. */
  chooseBefore?: ReactNode;
  chooseAfter?: ReactNode;
}

/** The style of `Differences`, also for the top of a form: while it loads, React reverts what is typed. */
export const DifferencesStyle = () => <link rel="stylesheet" href={style} precedence="own" />;

interface DifferencesProps {
  /** Headings of the columns: the field and both sides. */
  headings: { where: string; before: string; after: string };
  entries: Difference[];
}

/**
 * Compares texts side by side: marks the words that differ, and leaves out long passages that do not. On phones one
 * below the other.
 */
export function Differences({ headings, entries }: DifferencesProps) {
  return (
    <>
      <DifferencesStyle />
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">{headings.where}</th>
            <th scope="col">{headings.before}</th>
            <th scope="col">{headings.after}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <DifferenceRow key={entry.key} entry={entry} headings={headings} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function DifferenceRow({ entry, headings }: { entry: Difference; headings: DifferencesProps['headings'] }) {
  const { before, after } = entry;
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <tr>
      <th scope="row">{entry.label}</th>
      <td data-label={headings.before}>
        <SideText parts={parts} side="before" />
        {entry.chooseBefore}
      </td>
      <td data-label={headings.after}>
        <SideText parts={parts} side="after" />
        {entry.chooseAfter}
      </td>
    </tr>
  );
}

function SideText({ parts, side }: { parts: DiffPart[]; side: 'before' | 'after' }) {
  const { t } = useTexts();
  const Changed = side === 'before' ? 'del' : 'ins';
  const label = t(side === 'before' ? 'editing.removed' : 'editing.added');
  return (
    <div dir="auto" className="difference-text">
      {parts.map(({ in: where, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never change their places
        if (where === 'both' || where === 'gap') return <Fragment key={index}>{text}</Fragment>;
        if (where !== side) return null;
        return (
          // The label is read aloud by screen readers, which do not announce del and ins; see the style sheet.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Changed key={index} data-label={label}>
            {text}
          </Changed>
        );
      })}
    </div>
  );
}
