import type { ReactNode } from 'react';
import { useTexts } from '#src/messages/texts.tsx';

interface StoryTableProps<Row> {
  title: string;
  columns: string[];
  list: { data?: Row[] | undefined; isPending: boolean; isError?: boolean };
  empty: string;
  row(row: Row): ReactNode[];
}

/** A list of stories that only the newsroom sees, with its loading, failing and empty states. */
export function StoryTable<Row extends { id: number }>({ title, columns, list, empty, row }: StoryTableProps<Row>) {
  const { t } = useTexts();
  return (
    <div className="page py-8">
      <title>{`${title} - News Wing`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{title}</h1>
      {list.isError ? (
        <p role="alert">{t('newsroom.listFailed')}</p>
      ) : list.isPending || !list.data ? (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      ) : list.data.length === 0 ? (
        <p className="py-16 font-serif text-2xl text-soft">{empty}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-start">
            <thead>
              <tr className="border-ink border-b-2">
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-2 pe-4 text-start text-sm">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.data.map((entry) => (
                <tr key={entry.id} className="border-rule border-b align-middle">
                  {row(entry).map((cell, index) => (
                    <td key={columns[index]} className="tabular py-3 pe-4">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
