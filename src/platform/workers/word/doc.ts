// Old Word documents (.doc): streams in a compound file ([MS-CFB]), the text in a piece table ([MS-DOC]).
import { readFile } from 'node:fs/promises';
import CFB from 'cfb';
import { withoutControlCharacters } from '../../text/control-characters.ts';
import { escapeXml } from '../../text/xml.ts';
import type { Tasks, WordRefusal, WordText } from '../tasks.ts';
import { dangerOfField } from './word-fields.ts';

const word97 = 0x00c1; // the oldest version with this layout
const complex = 0x0004; // fast save: changes are appended to the text, unordered
const encrypted = 0x0100;
const secondTable = 0x0200;
// In FibRgFcLcb97 ([MS-DOC] 2.5.6): the offsets of the piece table and of the associated strings (SttbfAssoc).
const [pieceTableAt, associationsAt] = [0x01a2, 0x019a];
const maxCharacters = 10_000_000;

/** Converts the text of an old .doc to plain HTML. Returns a refusal if the document cannot be accepted. */
export async function readDoc({ path }: Tasks['readDoc']['input']): Promise<WordText | { refusal: WordRefusal }> {
  const bytes = await readFile(path);
  const danger = dangerOfNames(bytes);
  if (danger) return { refusal: danger };
  try {
    const file = CFB.read(bytes, { type: 'buffer' });
    const main = streamOf(file, 'WordDocument');
    if (!main) return { refusal: 'wrong_type' };
    const flags = main.readUInt16LE(10);
    if (main.readUInt16LE(0) !== 0xa5ec || main.readUInt16LE(2) < word97) return { refusal: 'unclear' };
    if (flags & (complex | encrypted)) return { refusal: 'unclear' };
    const table = streamOf(file, flags & secondTable ? '1Table' : '0Table');
    if (!table) return { refusal: 'broken' };
    if (isLoadedFromElsewhere(associationsOf(main, table))) return { refusal: 'remote' };
    return readText(textOf(main, table));
  } catch {
    return { refusal: 'broken' };
  }
}

function streamOf(file: CFB.CFB$Container, name: string): Buffer | undefined {
  const entry = CFB.find(file, `/${name}`);
  return entry ? Buffer.from(entry.content) : undefined;
}

// "_1234567890" is an embedded object in the pool of objects; the others are parts of one.
const objectEntry = /^(?:_\d{6,}|.?(?:Ole10Native|Ole10ItemName|OCXNAME|LinkInfo)|Package)$/;

// Checks all directory entries in the file, used or not. An entry has 128 bytes: the name, at byte 64 its length, then
// the object type.
function dangerOfNames(bytes: Buffer): WordRefusal | undefined {
  for (let at = 512; at + 128 <= bytes.length; at += 128) {
    const length = bytes.readUInt16LE(at + 64);
    const kind = bytes[at + 66];
    if (length < 4 || length > 64 || length % 2 || (kind !== 1 && kind !== 2)) continue;
    const name = bytes.toString('utf16le', at, at + length - 2);
    if (/^(?:Macros|VBA|_VBA_PROJECT(?:_CUR)?)$/i.test(name)) return 'macros';
    if (objectEntry.test(name)) return 'objects';
  }
  return undefined;
}

/** The text including field codes. */
function textOf(main: Buffer, table: Buffer): string {
  let [at, size] = [main.readUInt32LE(pieceTableAt), main.readUInt32LE(pieceTableAt + 4)];
  const end = at + size;
  // Skip the properties, each with its length.
  while (at < end && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== 2) throw new Error('The text has no pieces');
  size = table.readUInt32LE(at + 1);
  at += 5;
  const count = (size - 4) / 12;
  const parts: string[] = [];
  let characters = 0;
  for (let index = 0; index < count; index++) {
    const length = table.readUInt32LE(at + 4 * (index + 1)) - table.readUInt32LE(at + 4 * index);
    const place = table.readUInt32LE(at + 4 * (count + 1) + 8 * index + 2);
    const narrow = (place & 0x40000000) !== 0; // one byte per character
    const from = narrow ? (place & 0x3fffffff) / 2 : place & 0x3fffffff;
    characters += length;
    if (characters > maxCharacters || from + length * (narrow ? 1 : 2) > main.length)
      throw new Error('A piece lies outside');
    const piece = main.subarray(from, from + length * (narrow ? 1 : 2));
    parts.push(new TextDecoder(narrow ? 'windows-1252' : 'utf-16le').decode(piece));
  }
  return parts.join('');
}

// Strings associated with the document ([MS-DOC] 2.9.273, SttbfAssoc).
function associationsOf(main: Buffer, table: Buffer): string[] {
  let at = main.readUInt32LE(associationsAt);
  const end = at + main.readUInt32LE(associationsAt + 4);
  if (end <= at || table.readUInt16LE(at) !== 0xffff) return [];
  const names: string[] = [];
  for (at += 6; at + 2 <= end; ) {
    const from = at + 2;
    at = from + 2 * table.readUInt16LE(at);
    names.push(table.toString('utf16le', from, at));
  }
  return names;
}

// The template, which usually is on the author's disk, and the data source and header of a mail merge.
const isLoadedFromElsewhere = ({ 1: template = '', 8: data = '', 9: headings = '' }: string[]) =>
  /^(?:[\\/]{2}|[a-z][a-z0-9+.-]+:)/i.test(template) || data !== '' || headings !== '';

// Control characters: begin, separator and end of a field; ends of paragraphs, cells and pages; a line break.
const [fieldBegin, fieldResult, fieldEnd] = ['\x13', '\x14', '\x15'];
const ends = ['\r', '\x07', '\f'];
const lineBreak = '\v';

function readText(text: string): WordText | { refusal: WordRefusal } {
  const fields: { code: string; result: boolean; built: boolean }[] = [];
  const paragraphs = [''];
  for (const character of text) {
    const field = fields.at(-1);
    if (character === fieldBegin) {
      if (field && !field.result && !field.code.trim()) field.built = true;
      fields.push({ code: '', result: false, built: false });
    } else if (character === fieldResult && field) field.result = true;
    else if (character === fieldEnd && field) {
      fields.pop();
      const danger = dangerOfField(field.code, field.built);
      if (danger) return { refusal: danger };
    } else if (field && !field.result) field.code += character;
    else if (ends.includes(character)) paragraphs.push('');
    else paragraphs.push(`${paragraphs.pop()}${character === lineBreak ? '\n' : character}`);
  }
  // Unterminated fields are checked as well.
  if (fields.some(({ code, built }) => dangerOfField(code, built))) return { refusal: 'fields' };
  const shown = paragraphs.map((paragraph) => withoutControlCharacters(paragraph).trim()).filter(Boolean);
  return { html: shown.map((paragraph) => `<p>${escapeXml(paragraph)}</p>`).join(''), title: '' };
}
