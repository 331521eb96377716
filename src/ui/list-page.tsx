import type { ReactNode } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { failureReason } from '#src/client/failure.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from './button.tsx';
import { ErrorPage, FallbackLinks } from './error-page.tsx';
import { ListTable, ListTableStyle } from './list-table.tsx';
import { PageTitle } from './page-title.tsx';

interface ListPageProps<Row> {
  title: string;
  columns: string[];
  /** Undefined while loading. */
  rows: Row[] | undefined;
  /** Why the rows could not be loaded. */
  error: ApiError | null;
  texts: { loading: string; failed: string; empty: string };
  row(row: Row): ReactNode[];
  /** Search, filters, buttons above the table. */
  tools?: ReactNode;
  /** Shows the next page, if there is one, and the label of its button. */
  onOlder?: (() => void) | undefined;
  older?: string;
  /** Below the table of a list without pages. */
  more?: ReactNode;
}

/** A table for pages of the newsroom, with loading, error and empty states. On phones each row is a block. */
export function ListPage<Row extends { id: number }>({
  title,
  columns,
  rows,
  error,
  texts,
  row,
  tools,
  onOlder,
  older,
  more,
}: ListPageProps<Row>) {
  const { t } = useTexts();
  const reason = error && failureReason(error);
  const below = onOlder ? (
    <Button kind="quiet" onClick={onOlder}>
      {older}
    </Button>
  ) : (
    more
  );
  if (error?.status === 403) return <ErrorPage status={403} sentence={texts.failed} />;
  return (
    <div className="page py-8">
      <ListTableStyle />
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{title}</h1>
      {tools && <div className="mb-6 flex flex-wrap items-end gap-4">{tools}</div>}
      {error && (
        <>
          <p role="alert" className="pt-8 font-serif text-2xl">
            {texts.failed}
          </p>
          {reason && <p className="text-soft">{t(reason)}</p>}
          <FallbackLinks again />
        </>
      )}
      {!error && !rows && <p className="py-16 text-soft">{texts.loading}</p>}
      {rows?.length === 0 && <p className="py-16 font-serif text-2xl text-soft">{texts.empty}</p>}
      {rows && rows.length > 0 && (
        <ListTable label={title} columns={columns} rows={rows} keyOf={({ id }) => id} row={row} />
      )}
      {below && <div className="mt-6">{below}</div>}
    </div>
  );
}
