import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import sanitizeHtml from 'sanitize-html';
import { withoutControlSigns } from '../control-signs.ts';
import type { DocxRefusal, DocxText, Tasks } from './tasks.ts';

// A thesis with pictures unpacks to some ten megabytes; what unpacks to far more is made to fill the memory.
const maxUnpackedBytes = 300 * 1024 * 1024;
const coreData = 'docProps/core.xml';

const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'strong', 'em', 's', 'sup', 'sub', 'ul', 'ol', 'li'];
const tableTags = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** Opens a .docx and makes plain HTML of its text. What must not be taken is answered with the reason. */
export async function readDocx({ path }: Tasks['readDocx']['input']): Promise<DocxText | { refusal: DocxRefusal }> {
  const bytes = await readFile(path);
  const parts = unpack(bytes);
  if ('refusal' in parts) return parts;
  try {
    const withoutPictures = mammoth.images.imgElement(async () => ({ src: '' }));
    const options = { externalFileAccess: false, convertImage: withoutPictures };
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, options);
    const html = sanitizeHtml(value, {
      allowedTags: [...tags, ...tableTags],
      allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    });
    return { html, title: parts.title };
  } catch {
    return { refusal: 'broken' };
  }
}

function unpack(bytes: Uint8Array): { title: string } | { refusal: DocxRefusal } {
  let unpackedBytes = 0;
  let macros = false;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpackedBytes += originalSize;
        macros ||= /vbaProject\.bin$/i.test(name); // word/vbaProject.bin
        return name === coreData && originalSize < 1_000_000;
      },
    });
    if (macros) return { refusal: 'macros' };
    if (unpackedBytes > maxUnpackedBytes) return { refusal: 'too_heavy' };
    const core = parts[coreData] ? strFromU8(parts[coreData]) : '';
    const [, title = ''] = /<dc:title>([^<]*)<\/dc:title>/.exec(core) ?? []; // <dc:title>Lake frogs</dc:title>
    return { title: withoutControlSigns(plain(title)).trim() };
  } catch {
    return { refusal: 'broken' };
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (xml: string) => xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
