import { deflateSync } from 'node:zlib';
import { compressedZeros } from './hostile-pictures.ts';
import { onePage, page, rawPdf, stream } from './pdfs.ts';

const flate = (content: string | Buffer, entries: string) =>
  stream(deflateSync(content), `${entries} /Filter /FlateDecode`);
const form = (content: string, resources = '') =>
  flate(content, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`);

/** Paths that are constructed but never painted: they take time and draw nothing. */
const idle = '0 0 m 9 9 l n\n'.repeat(10_000);

const first = 4;
const twoObjects = onePage.slice(0, 2);

/** A page that draws a form, which draws the next one `times` times, and so on; the last has 140 KB of idle paths. */
export function nestedForms(levels: number, times: number): Buffer {
  const draw = '/F Do '.repeat(times);
  const next = (level: number) => `/XObject << /F ${first + level} 0 R >>`;
  return rawPdf([
    ...twoObjects,
    page(`/Contents ${first + levels + 1} 0 R /Resources << ${next(0)} >>`),
    ...Array.from({ length: levels }, (_, level) => form(draw, next(level + 1))),
    form(idle),
    stream(Buffer.from('/F Do')),
  ]);
}

const tile = '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9';
const letter = '/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65';
const letters = '/Widths [9] /Encoding << /Differences [65 /a] >>';

/** Small PDFs whose page takes PDFium minutes or all memory to render, each for a different reason. */
export const costlyPdfs: Record<string, () => Buffer> = {
  'forms within forms': () => nestedForms(6, 10),
  'a form for each of a million times': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 5 0 R /Resources << /XObject << /F 4 0 R >> >>'),
      form(idle),
      flate('/F Do '.repeat(1_000_000), ''),
    ]),
  'a form that draws itself by another': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 6 0 R /Resources << /XObject << /F 4 0 R >> >>'),
      form('/F Do '.repeat(9), '/XObject << /F 5 0 R >>'),
      form('/F Do '.repeat(9), '/XObject << /F 4 0 R >>'),
      stream(Buffer.from('/F Do')),
    ]),
  'a form by an escaped name': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 5 0 R /Resources << /XObject << /F 4 0 R >> >>'),
      form(idle),
      flate('/#46 Do '.repeat(100_000), ''),
    ]),
  'contents that are one stream many times': () =>
    rawPdf([...twoObjects, page(`/Contents [${'4 0 R '.repeat(10_000)}]`), flate(idle, '')]),
  'forms behind two filters': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 5 0 R /Resources << /XObject << /F 4 0 R >> >>'),
      form(idle),
      stream(
        Buffer.from(`${deflateSync('/F Do '.repeat(100_000)).toString('hex')}>`),
        '/Filter [/ASCIIHexDecode /FlateDecode]',
      ),
    ]),
  'a pattern within a pattern': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 7 0 R /Resources << /Pattern << /P 4 0 R >> >>'),
      flate('/Pattern cs /P scn 0 0 9 9 re f '.repeat(1000), `${tile} /Resources << /Pattern << /P 5 0 R >> >>`),
      flate('/Pattern cs /P scn 0 0 9 9 re f '.repeat(1000), `${tile} /Resources << /Pattern << /P 6 0 R >> >>`),
      flate(idle, `${tile} /Resources << >>`),
      stream(Buffer.from('/Pattern cs /P scn 0 0 595 842 re f')),
    ]),
  'letters that are drawings': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 6 0 R /Resources << /Font << /F 4 0 R >> >>'),
      `<< ${letter} ${letters} /CharProcs << /a 5 0 R >> /Resources << >> >>`,
      flate(idle, ''),
      flate(`BT /F 9 Tf (${'A'.repeat(50_000)}) Tj ET`, ''),
    ]),
  'a mask for each line': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 5 0 R /Resources << /ExtGState << /G << /SMask << /S /Alpha /G 4 0 R >> >> >> >>'),
      form(idle),
      flate('/G gs 0 0 9 9 re f '.repeat(10_000), ''),
    ]),
  'annotations with one appearance': () =>
    rawPdf([
      ...twoObjects,
      page(`/Annots [${'5 0 R '.repeat(5000)}]`),
      form(idle),
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 4 0 R >> >>',
    ]),
  'a picture a thousand times': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 5 0 R /Resources << /XObject << /F 4 0 R >> >>'),
      flate(
        Buffer.alloc(1250 * 10_000),
        '/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /ColorSpace /DeviceGray /BitsPerComponent 1',
      ),
      flate('/F Do '.repeat(1000), ''),
    ]),
  'a stream that unpacks to gigabytes': () =>
    rawPdf([
      ...twoObjects,
      page('/Contents 4 0 R'),
      stream(deflateSync(compressedZeros(500_000_000)), '/Filter [/FlateDecode /FlateDecode]'),
    ]),
};
