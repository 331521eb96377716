import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getLibrary } from './library.service.ts';

const site = siteForFile();
let editor: Client;
const ids = new Map<string, number>();
beforeAll(async () => {
  editor = await site.as('editor');
  for (const [name, category, issue_date] of [
    ['a', 'weekly', '2026-11-21'],
    ['b', 'monthly', '2026-11-01'],
    ['c', 'weekly', '2025-12-31'],
    ['d', 'weekly', '2024-01-05'],
  ] as const) {
    const { body } = await editor.form('POST', '/api/upload-pdf', {
      pdf: pdfFile(`${name}.pdf`),
      category,
      issue_date,
    });
    ids.set(name, body.data.id);
  }
});

const editionsIn = (wanted: { month?: string; edition?: string } = {}) =>
  getLibrary(site.services, { month: '', edition: '', ...wanted });
const names = ({ reports }: Awaited<ReturnType<typeof editionsIn>>) => reports.map(({ filename }) => filename);

describe('the library', () => {
  test('lists the newest edition first, and every month that has editions', async () => {
    const all = await editionsIn();
    expect(names(all)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
    expect(all.month).toBeNull();
    expect(all.months).toEqual([
      { year: 2026, month: 11, count: 2 },
      { year: 2025, month: 12, count: 1 },
      { year: 2024, month: 1, count: 1 },
    ]);
  });

  test('lists one month, and an edition of another month that the reader returns to', async () => {
    expect(names(await editionsIn({ month: '2025-12' }))).toEqual(['c.pdf']);
    expect(names(await editionsIn({ month: '2025-12', edition: String(ids.get('d')) }))).toEqual(['c.pdf', 'd.pdf']);
    expect(names(await editionsIn({ month: '1999-01' }))).toEqual([]);
  });

  test('leaves out deleted editions', async () => {
    await editor.send('DELETE', `/api/editions/${ids.get('b')}`);
    const left = await editionsIn({ month: '2026-11', edition: String(ids.get('b')) });
    expect(names(left)).toEqual(['a.pdf']);
    expect(left.months[0]).toEqual({ year: 2026, month: 11, count: 1 });
    await editor.send('POST', `/api/editions/${ids.get('b')}/restore`);
  });

  test.each([['2026-13'], ['2026-00'], ["2026-11' OR 1=1"], ['11']])('ignores the month "%s"', async (month) => {
    expect((await editionsIn({ month, edition: "1' OR 1=1" })).month).toBeNull();
  });
});
