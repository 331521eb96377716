import type { ReactNode } from 'react';
import type { ApiError } from '#src/client/api.ts';
import { ErrorPage } from './error-page.tsx';
import { PageTitle } from './page-title.tsx';
import { ScrollArea } from './scroll-area.tsx';

interface ListPageProps<Row> {
  title: string;
  columns: string[];
  /** Undefined while loading. */
  rows: Row[] | undefined;
  /** Why they could not be loaded. */
  error: ApiError | null;
  texts: { loading: string; failed: string; empty: string };
  row(row: Row): ReactNode[];
  /** Search, filters, buttons above the table. */
  tools?: ReactNode;
  /** Paging below it. */
  more?: ReactNode;
}

/** A table that only the newsroom sees, with its loading, failing and empty states. */
export function ListPage<Row extends { id: number }>({
  title,
  columns,
  rows,
  error,
  texts,
  row,
  tools,
  more,
}: ListPageProps<Row>) {
  if (error?.status === 403) return <ErrorPage status={403} sentence={texts.failed} />;
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{title}</h1>
      {tools && <div className="mb-6 flex flex-wrap items-end gap-4">{tools}</div>}
      {error && <p role="alert">{texts.failed}</p>}
      {!error && !rows && <p className="py-16 text-soft">{texts.loading}</p>}
      {rows?.length === 0 && <p className="py-16 font-serif text-2xl text-soft">{texts.empty}</p>}
      {rows && rows.length > 0 && (
        <ScrollArea label={title} className="overflow-x-auto">
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
              {rows.map((entry) => (
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
        </ScrollArea>
      )}
      {more && <div className="mt-6">{more}</div>}
    </div>
  );
}
