import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const sizes = { a4: [595.28, 841.89], a3: [841.89, 1190.55] } as const;
const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** A PDF with these texts (ASCII), one per page. */
export function pdfBytes(
  pages: string[] = ['A page of the paper.'],
  { paper = 'a4', title = '' }: { paper?: keyof typeof sizes; title?: string } = {},
): Buffer {
  const [width, height] = sizes[paper];
  const first = 5; // object number of the first page; its content follows it
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Title (${escaped(title)}) >>`,
      ...pages.flatMap((text, index) => {
        const lines = text.match(/.{1,80}(?:\s|$)|\S{80}/g) ?? [];
        const shown = lines.map((line) => `(${escaped(line.trim())}) '`).join('\n');
        const content = Buffer.from(`BT /F1 11 Tf 15 TL 70 ${height - 70} Td\n${shown}\nET`);
        const resources = '/Resources << /Font << /F1 3 0 R >> >>';
        return [page(`${resources} /Contents ${first + 2 * index + 1} 0 R`, `0 0 ${width} ${height}`), stream(content)];
      }),
    ],
    '/Info 4 0 R',
  );
}

export interface PdfArticle {
  headline: string;
  text: string;
}

/** A PDF whose pages each have these headlines, 26 points high, with their texts in 10 points below them. */
export function pdfWithArticles(pages: PdfArticle[][]): Buffer {
  const [width, height] = sizes.a4;
  const first = 4;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  const lines = (text: string) => (text.match(/.{1,80}(?:\s|$)/g) ?? []).map((line) => `(${escaped(line.trim())}) '`);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((articles, index) => {
      const content = articles.map(({ headline, text }, at) =>
        [
          `BT /F1 26 Tf 60 ${height - 80 - at * 250} Td (${escaped(headline)}) Tj ET`,
          `BT /F1 10 Tf 13 TL 60 ${height - 100 - at * 250} Td`,
          ...lines(text),
          'ET',
        ].join('\n'),
      );
      const resources = '/Resources << /Font << /F1 3 0 R >> >>';
      return [
        page(`${resources} /Contents ${first + 2 * index + 1} 0 R`, `0 0 ${width} ${height}`),
        stream(Buffer.from(content.join('\n'))),
      ];
    }),
  ]);
}

export const pdfFile = (name = 'edition.pdf', pages?: string[]): File =>
  new File([new Uint8Array(pdfBytes(pages))], name, { type: 'application/pdf' });

/** A PDF written from raw objects, the first of them the catalog. `trailer` is added to the trailer. */
export function rawPdf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(Buffer.isBuffer(object) ? object : Buffer.from(object));
    add(Buffer.from('\nendobj\n'));
  });
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A page object for `rawPdf`; the page tree is the second object. */
export const page = (content = '', box = '0 0 595 842') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${content} >>`;
/** A stream object; `entries` are added to its dictionary. */
export const stream = (bytes: Buffer, entries = '') =>
  Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
/** Catalog, page tree and an empty page: the first three objects for `rawPdf`. */
export const onePage = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page()];

/** The same with one more object, number 10, that exists only in a compressed object stream. */
function rawPdfWithHidden(objects: string[], hidden: string): Buffer {
  const packed = deflateSync(Buffer.from(`10 0 ${hidden}`));
  const objectStream = stream(packed, '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode');
  const body = rawPdf([...objects, objectStream]);
  const rows = [...objects, objectStream].map((_, index) => [1, body.indexOf(`${index + 1} 0 obj\n`), 0]);
  const all = [[0, 0, 0], ...rows];
  while (all.length < 10) all.push([0, 0, 0]);
  all.push([2, objects.length + 1, 0]); // type 2: number of the object stream, and index in it
  const table = Buffer.concat(
    all.map(([kind = 0, at = 0, index = 0]) => Buffer.from([kind, at >> 24, at >> 16, at >> 8, at, 0, index])),
  );
  const start = body.indexOf('xref\n');
  const xref = stream(table, `/Type /XRef /Size ${all.length} /W [1 4 2] /Root 1 0 R`);
  const end = Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat([body.subarray(0, start), Buffer.from('9 0 obj\n'), xref, end]);
}

/** A PDF of one page with this many unused bytes. */
export const heavyPdf = (extra: number): Buffer => rawPdf([...onePage, stream(randomBytes(extra))]);

const link = (action: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>`;
const linksTo = (...actions: string[]) => page(`/Annots [${actions.map(link).join(' ')}]`);
const film = '/S /Rendition /OP 0 /R << /Type /Rendition /S /MR /N (Film) >>';

/** A PDF of one page with links to pages about scripts and to a film. */
export const pdfWithLinks = (): Buffer => {
  const addresses = ['https://en.wikipedia.org/wiki/JavaScript', 'https://example.com/(JavaScript)/Launch/today'];
  return rawPdf([...onePage.slice(0, 2), linksTo(...addresses.map((to) => `/S /URI /URI (${to})`), film)]);
};

const catalog = (openAction: string) => `<< /Type /Catalog /Pages 2 0 R /OpenAction ${openAction} >>`;
const carriesScript = (what: string, bytes: () => Buffer) => ({
  name: `a PDF ${what}`,
  bytes,
  status: 422,
  sentence: 'The PDF carries scripts. Please save it without them.',
});

/** PDFs that must be rejected, with their error messages. */
export const badPdfs: { name: string; bytes: () => Buffer; status: number; sentence: string }[] = [
  {
    name: 'a text with the ending of a PDF',
    bytes: () => Buffer.from('not a PDF at all'),
    status: 415,
    sentence: 'Please select a valid PDF file.',
  },
  {
    name: 'a PDF that is cut off',
    bytes: () => pdfBytes(['x'.repeat(5000)]).subarray(0, 3000),
    status: 422,
    sentence: 'The PDF is cut off: its end is missing.',
  },
  {
    name: 'a PDF whose inside is garbage',
    bytes: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'garbage '), Buffer.from('\n%%EOF\n')]),
    status: 422,
    sentence: 'The PDF could not be opened; it may be damaged.',
  },
  {
    name: 'an encrypted PDF',
    bytes: () =>
      rawPdf(
        [...onePage, `<< /Filter /Standard /V 1 /R 2 /O <${'28'.repeat(32)}> /U <${'4e'.repeat(32)}> /P -4 >>`],
        `/Encrypt 4 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
      ),
    status: 422,
    sentence: 'The PDF is encrypted. Please save it without a password or restrictions.',
  },
  carriesScript('that carries a script', () =>
    rawPdf([catalog('<< /S /JavaScript /JS (app.alert(1)) >>'), ...onePage.slice(1)]),
  ),
  carriesScript('that hides a script behind escapes', () =>
    rawPdf([catalog('<< /S /Java#53cript /JS (app.alert(1)) >>'), ...onePage.slice(1)]),
  ),
  carriesScript('with a script among compressed objects', () =>
    rawPdfWithHidden([catalog('10 0 R'), ...onePage.slice(1)], '<< /S /JavaScript /JS (app.alert(1)) >>'),
  ),
  {
    name: 'a PDF whose page starts a program',
    bytes: () => rawPdf([...onePage.slice(0, 2), page('/AA << /O << /S /Launch /F (a.exe) >> >>')]),
    status: 422,
    sentence: 'The PDF starts other programs. Please save it without such links.',
  },
  carriesScript('whose script has its kind in an object of its own', () =>
    rawPdf([...onePage.slice(0, 2), linksTo('/S 4 0 R /JS (app.alert(1))'), '/JavaScript']),
  ),
  carriesScript('whose film comes with a script', () =>
    rawPdf([...onePage.slice(0, 2), linksTo(`${film} /JS (app.alert(1))`)]),
  ),
  {
    name: 'a PDF whose page is a thread of 1 by 7,000 points',
    bytes: () => rawPdf([...onePage.slice(0, 2), page('', '0 0 1 7000')]),
    status: 422,
    sentence: 'The PDF could not be opened; it may be damaged.',
  },
  {
    name: 'a PDF of 10,000 pages',
    bytes: () => {
      const kids = Array.from({ length: 10_000 }, (_, n) => `${n + 3} 0 R`).join(' ');
      return rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${kids}] /Count 10000 >>`,
        ...Array.from({ length: 10_000 }, () => page()),
      ]);
    },
    status: 422,
    sentence: 'The PDF has more than 500 pages.',
  },
  {
    name: 'a PDF without pages',
    bytes: () => rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
    status: 422,
    sentence: 'The PDF has no pages.',
  },
  {
    name: 'a decompression bomb',
    bytes: () =>
      rawPdf([
        ...onePage.slice(0, 2),
        page('/Contents 4 0 R'),
        stream(deflateSync(Buffer.alloc(1_500_000_000, '0 0 m 9 9 l S\n')), '/Filter /FlateDecode'),
      ]),
    status: 422,
    sentence: 'The PDF takes too much time or memory to be shown.',
  },
];
