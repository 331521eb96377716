import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dangerousPdfs, harmlessPdfs } from '#test/factories/dangerous-pdfs.ts';
import { costlyPdfs } from '#test/factories/hostile-pdfs.ts';
import { pdfBytes } from '#test/factories/pdfs.ts';
import { inspectPdf } from './pdf.ts';

vi.setConfig({ testTimeout: 60_000 }); // PDFium, with many hostile files

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'news-wing-pdf-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function inspected(bytes: Buffer) {
  const path = join(folder, 'a.pdf');
  await writeFile(path, bytes);
  const answer = await inspectPdf({ path, maxPages: 500 });
  return 'refusal' in answer ? answer.refusal : answer;
}

describe('a PDF that takes PDFium too long is refused before it is rendered', () => {
  test.each(Object.entries(costlyPdfs))('%s', async (_, bytes) => {
    expect(await inspected(bytes())).toBe('too_heavy');
  });

  test('but not an ordinary one', async () => {
    expect(await inspected(pdfBytes(['One', 'Two'], { title: 'Two pages' }))).toMatchObject({ pages: 2 });
  });
});

describe('a PDF is refused with the name of its dangerous content', () => {
  test.each(Object.entries(dangerousPdfs))('%s', async (_, [danger, bytes]) => {
    expect(await inspected(bytes())).toBe(danger);
  });

  test.each(Object.entries(harmlessPdfs))('but not for %s', async (_, bytes) => {
    expect(await inspected(bytes())).toMatchObject({ pages: 1 });
  });
});
