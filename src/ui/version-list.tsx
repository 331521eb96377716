import type { ReactNode } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';

export interface ListedVersion {
  version: number;
  /** Who saved it and when; a text instead if that is not known. */
  author: string | null;
  at: string | null;
}

interface VersionListProps<V extends ListedVersion> {
  versions: V[];
  newest: number;
  /** Note on the newest version: "in force". */
  newestNote: string;
  /** Instead of author and time, if they are not known. */
  origin: string;
  /** Buttons of a version other than the newest. */
  actions(version: V): ReactNode;
  /** More on a version, such as its state. */
  details?(version: V): ReactNode;
}

/** Saved versions with their authors and times, newest first. */
export function VersionList<V extends ListedVersion>(props: VersionListProps<V>) {
  const { versions, newest, newestNote, origin, actions, details } = props;
  const { t, locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <ol className="mt-4 divide-y divide-rule border-rule border-y">
      {versions.map((entry) => {
        const { version, author, at } = entry;
        return (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="grow">
              <p className="font-semibold tabular">{t('editing.version', { version })}</p>
              <p className="text-sm text-soft">
                {[author || origin, at && time.format(new Date(at))].filter(Boolean).join(', ')}
              </p>
              {details?.(entry)}
            </div>
            {version === newest ? <span className="text-soft">{newestNote}</span> : actions(entry)}
          </li>
        );
      })}
    </ol>
  );
}
