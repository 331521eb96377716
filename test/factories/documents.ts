import { strToU8, zipSync } from 'fflate';
import { pdfBytes } from './pdfs.ts';

const made = new Map<string, Buffer>();
const words = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. ';

/** The bytes of an essay as a PDF with this title (also in its own data) and so many pages. */
export function essayBytes(title = 'A study of lake frogs', pages = 2): Buffer {
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
  /** WordprocessingML between the body's tags. */
  body?: string;
  more?: Record<string, Uint8Array>;
}

/** The bytes of a small .docx: a zip of the fewest parts that Word accepts. */
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

/** What of an old .doc is looked at: the container's signature, and the stream of a text in its directory. */
export function docFile(name = 'essay.doc', stream = 'WordDocument'): File {
  const bytes = Buffer.alloc(1536);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.write(stream, 1024, 'utf16le');
  return fileOf(bytes, name);
}

/** As a file picker of the browser tests takes it. */
export const picked = async (file: File | Promise<File>) => {
  const chosen = await file;
  return { name: chosen.name, mimeType: chosen.type, buffer: Buffer.from(await chosen.arrayBuffer()) };
};
