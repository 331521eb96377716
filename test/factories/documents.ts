import CFB from 'cfb';
import { strToU8, zipSync } from 'fflate';
import { pdfBytes } from './pdfs.ts';

const made = new Map<string, Buffer>();
const words = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. ';

/** An essay as a PDF with this title (also in its metadata) and number of pages. */
export function essayBytes(title = 'A study of lake frogs', pages = 1): Buffer {
  const key = `${title} ${pages}`;
  const texts = Array.from({ length: pages }, (_, page) => `Page ${page + 1}. ${words.repeat(8)}`);
  const bytes = made.get(key) ?? pdfBytes([`${title}. Asha Rao. ${texts[0]}`, ...texts.slice(1)], { title });
  made.set(key, bytes);
  return bytes;
}

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

export const pdfFile = async (name = 'essay.pdf', title?: string, pages?: number): Promise<File> =>
  fileOf(essayBytes(title, pages), name);

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`;
const relations = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
</Relationships>`;

export interface DocxParts {
  title?: string;
  /** WordprocessingML inside the body element. */
  body?: string;
  more?: Record<string, Uint8Array>;
}

/** A small .docx: a zip of the minimum of parts that Word accepts. */
export function docxBytes({ title = '', body = paragraph('Words of the essay.'), more = {} }: DocxParts = {}) {
  return zipSync({
    '[Content_Types].xml': strToU8(contentTypes),
    '_rels/.rels': strToU8(relations),
    'word/document.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
    ...(title && {
      'docProps/core.xml': strToU8(
        `<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
      ),
    }),
    ...more,
  });
}

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

export const docxFile = (name = 'essay.docx', parts?: DocxParts): File => fileOf(docxBytes(parts), name);

export interface DocParts {
  /** The text, with field characters: \x13 code \x14 result \x15. */
  text?: string;
  /** Additional streams by path, such as "/Macros/VBA/dir". */
  more?: Record<string, string>;
  /** Flags of the header, in addition to the one that selects the table stream. */
  flags?: number;
  /** Path of the attached template. */
  template?: string;
  /** Name of the main stream; another name makes it a spreadsheet or slides. */
  main?: string;
}

/** A small .doc of Word 97: header and text in one stream, the piece table in another. */
export function docBytes({
  text = 'Words of the essay.\r',
  more = {},
  flags = 0,
  template = '',
  main = 'WordDocument',
}: DocParts = {}): Buffer {
  const [textAt, piecesAt, belongingsAt] = [1024, 0, 64];
  const header = Buffer.alloc(textAt);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0x00c1, 2);
  header.writeUInt16LE(0x0200 | flags, 10);
  const pieces = Buffer.alloc(21);
  pieces.set([2, 16]);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(((textAt * 2) | 0x40000000) >>> 0, 15); // one byte per character
  const names = ['', template].map((name) => {
    const entry = Buffer.alloc(2 + 2 * name.length);
    entry.writeUInt16LE(name.length, 0);
    entry.write(name, 2, 'utf16le');
    return entry;
  });
  const belongings = Buffer.concat([Buffer.from('ffff02000000', 'hex'), ...names]);
  for (const [at, from, size] of [
    [0x01a2, piecesAt, pieces.length],
    [0x019a, belongingsAt, belongings.length],
  ] as const) {
    header.writeUInt32LE(from, at);
    header.writeUInt32LE(size, at + 4);
  }
  const table = Buffer.concat([pieces, Buffer.alloc(belongingsAt - pieces.length), belongings]);
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, `/${main}`, Buffer.concat([header, Buffer.from(text, 'latin1')]));
  CFB.utils.cfb_add(file, '/1Table', table);
  for (const [path, content] of Object.entries(more)) CFB.utils.cfb_add(file, path, Buffer.from(content));
  return Buffer.from(CFB.write(file, { type: 'buffer' }));
}

export const docFile = (name = 'essay.doc', parts?: DocParts): File => fileOf(docBytes(parts), name);

/** The file as Playwright's setInputFiles expects it. */
export const picked = async (file: File | Promise<File>) => {
  const chosen = await file;
  return { name: chosen.name, mimeType: chosen.type, buffer: Buffer.from(await chosen.arrayBuffer()) };
};
