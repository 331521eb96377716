import { readFile } from 'node:fs/promises';
import mammoth from 'mammoth';
import sanitizeHtml from 'sanitize-html';
import { withoutControlCharacters } from '../../text/control-characters.ts';
import type { Tasks, WordRefusal, WordText } from '../tasks.ts';
import { openPackage, textOfElement } from './word-package.ts';

const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'strong', 'em', 's', 'sup', 'sub', 'ul', 'ol', 'li'];
const tableTags = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** Converts the text of a .docx to plain HTML. Returns a refusal if the document cannot be accepted. */
export async function readDocx({ path }: Tasks['readDocx']['input']): Promise<WordText | { refusal: WordRefusal }> {
  const bytes = await readFile(path);
  const opened = openPackage(bytes);
  if ('refusal' in opened) return opened;
  try {
    const withoutPictures = mammoth.images.imgElement(async () => ({ src: '' }));
    const options = { externalFileAccess: false, convertImage: withoutPictures };
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, options);
    const html = sanitizeHtml(value, {
      allowedTags: [...tags, ...tableTags],
      allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    });
    const core = opened.parts.get('docprops/core.xml');
    return { html, title: core ? withoutControlCharacters(textOfElement(core, 'title')).trim() : '' };
  } catch {
    return { refusal: 'broken' };
  }
}
