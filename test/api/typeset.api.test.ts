import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Context } from '#src/platform/context.ts';
import { typesetPdf } from '#src/platform/documents/typeset.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

test('leaves no file behind if a page cannot be rendered', async () => {
  await writeFile(join(site.dataDir, 'page.typ'), 'A page');
  const ctx = { ...site.services, root: site.dataDir } as Context; // the only properties that are used
  const draw = { page: 1, width: 100, out: join(site.dataDir, 'nowhere/page.webp') };
  const print = { template: 'page.typ', data: {}, draw, priority: 'reader', share: 'a test' } as const;
  const files = () => readdir(uploadTempFolder(site.dataDir)).catch(() => []);
  const before = await files();
  await expect(typesetPdf(ctx, print)).rejects.toThrow('nowhere');
  expect(await files()).toEqual(before);
});
