import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

const lib = await PDFiumLibrary.init();
const doc = await lib.loadDocument(await readFile(process.argv[2]));
const img = await doc.getPage(Number(process.argv[4] ?? 0)).render({
  scale: 1.4,
  render: ({ data, width, height }) =>
    sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
});
await (await import('node:fs/promises')).writeFile(process.argv[3], img.data);
doc.destroy();
lib.destroy();
