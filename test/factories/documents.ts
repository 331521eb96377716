import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { typeset } from '#src/platform/workshop/typeset.ts';

const fonts = [join(import.meta.dirname, '../../node_modules/@expo-google-fonts/source-serif-4')];
const made = new Map<string, Promise<Buffer>>();
let count = 0;

/** The bytes of a PDF with this title (also in its own data) and so many pages. */
export function pdfBytes(title = 'A study of lake frogs', pages = 2): Promise<Buffer> {
  const key = `${title} ${pages}`;
  const known = made.get(key) ?? typesetOnce(title, pages);
  made.set(key, known);
  return known;
}

async function typesetOnce(title: string, pages: number) {
  count += 1;
  const out = join(tmpdir(), `news-wing-factory-${process.pid}-${count}.pdf`);
  const source = `#let data = json("data.json")
#set document(title: data.title)
#set text(font: "Source Serif 4")
= #data.title
Asha Rao
#for page in range(data.pages) [
  #if page > 0 { pagebreak() }
  Page #(page + 1). #lorem(120)
]`;
  const result = await typeset({ source, data: { title, pages }, files: {}, marks: [], fonts, out });
  if ('failure' in result) throw new Error(result.failure);
  return readFile(out).finally(() => rm(out));
}

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

export const pdfFile = async (name = 'essay.pdf', title?: string, pages?: number): Promise<File> =>
  fileOf(await pdfBytes(title, pages), name);

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
  const { name, type, ...rest } = await file;
  return { name, mimeType: type, buffer: Buffer.from(await (await file).arrayBuffer()), ...rest };
};
