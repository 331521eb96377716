import type { ReactNode } from 'react';
import style from './list-page.css?url&no-inline';
import { ScrollArea } from './scroll-area.tsx';

interface ListTableProps<Row> {
  label: string;
  columns: string[];
  /** Preferred widths of the columns; the others share the rest. For tables that stand below each other. */
  widths?: (string | undefined)[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  row(row: Row): ReactNode[];
}

/** The style of `ListTable`: at the top of its page, so that it is loaded before the rows. */
export const ListTableStyle = () => <link rel="stylesheet" href={style} precedence="own" />;

/** A table of the newsroom. On phones each row is a block, and its cells show their column names. */
export function ListTable<Row>({ label, columns, widths, rows, keyOf, row }: ListTableProps<Row>) {
  return (
    <ScrollArea label={label} className="overflow-x-auto">
      <table className="list-table">
        {widths && (
          <colgroup>
            {columns.map((column, index) => (
              <col key={column} style={{ width: widths[index] }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={keyOf(entry)}>
              {row(entry).map((cell, index) => (
                <td key={columns[index]} data-label={columns[index]}>
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
