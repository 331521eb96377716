// Old documents of Word: streams in a compound file ([MS-CFB]), the text in pieces ([MS-DOC]).
import { readFile } from 'node:fs/promises';
import CFB from 'cfb';
import { withoutControlSigns } from '../control-signs.ts';
import type { Tasks, WordRefusal, WordText } from './tasks.ts';
import { dangerOfField } from './word-fields.ts';

const word97 = 0x00c1; // the oldest version whose text lies so
const complex = 0x0004; // saved in a hurry: what was changed lies behind the text, in no order
const encrypted = 0x0100;
const secondTable = 0x0200;
// In FibRgFcLcb97 ([MS-DOC] 2.5.6): where the pieces of the text are, and the names of what belongs to the document.
const [piecesAt, belongingsAt] = [0x01a2, 0x019a];
const mostCharacters = 10_000_000;

/** Reads the text of an old .doc as plain HTML. What must not be taken is answered with the reason. */
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
    if (isLoadedFromElsewhere(belongingsOf(main, table))) return { refusal: 'remote' };
    return readText(textOf(main, table));
  } catch {
    return { refusal: 'broken' };
  }
}

function streamOf(file: CFB.CFB$Container, name: string): Buffer | undefined {
  const entry = CFB.find(file, `/${name}`);
  return entry ? Buffer.from(entry.content) : undefined;
}

// "_1234567890" is one in the pool of objects; the others are parts of one.
const ofObjects = /^(?:_\d{6,}|.?(?:Ole10Native|Ole10ItemName|OCXNAME|LinkInfo)|Package)$/;

// By the entries of the directory wherever they lie in the file, used or not: 128 bytes, the name first, its length after 64
// bytes, then the kind.
function dangerOfNames(bytes: Buffer): WordRefusal | undefined {
  for (let at = 512; at + 128 <= bytes.length; at += 128) {
    const length = bytes.readUInt16LE(at + 64);
    const kind = bytes[at + 66];
    if (length < 4 || length > 64 || length % 2 || (kind !== 1 && kind !== 2)) continue;
    const name = bytes.toString('utf16le', at, at + length - 2);
    if (/^(?:Macros|VBA|_VBA_PROJECT(?:_CUR)?)$/i.test(name)) return 'macros';
    if (ofObjects.test(name)) return 'objects';
  }
  return undefined;
}

/** The text with the codes of its fields. */
function textOf(main: Buffer, table: Buffer): string {
  let [at, size] = [main.readUInt32LE(piecesAt), main.readUInt32LE(piecesAt + 4)];
  const end = at + size;
  // Properties first, each with its length.
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
    const narrow = (place & 0x40000000) !== 0; // one byte a character
    const from = narrow ? (place & 0x3fffffff) / 2 : place & 0x3fffffff;
    characters += length;
    if (characters > mostCharacters || from + length * (narrow ? 1 : 2) > main.length)
      throw new Error('A piece lies outside');
    const piece = main.subarray(from, from + length * (narrow ? 1 : 2));
    parts.push(new TextDecoder(narrow ? 'windows-1252' : 'utf-16le').decode(piece));
  }
  return parts.join('');
}

// Names of what belongs to the document ([MS-DOC] 2.9.273, SttbfAssoc).
function belongingsOf(main: Buffer, table: Buffer): string[] {
  let at = main.readUInt32LE(belongingsAt);
  const end = at + main.readUInt32LE(belongingsAt + 4);
  if (end <= at || table.readUInt16LE(at) !== 0xffff) return [];
  const names: string[] = [];
  for (at += 6; at + 2 <= end; ) {
    const from = at + 2;
    at = from + 2 * table.readUInt16LE(at);
    names.push(table.toString('utf16le', from, at));
  }
  return names;
}

// The template, which is mostly one on the author's disk, and the data and headings of a letter to many.
const isLoadedFromElsewhere = ({ 1: template = '', 8: data = '', 9: headings = '' }: string[]) =>
  /^(?:[\\/]{2}|[a-z][a-z0-9+.-]+:)/i.test(template) || data !== '' || headings !== '';

// Signs of the text: where a field begins, its result begins, and it ends; ends of paragraphs, cells and pages; a line break.
const [fieldBegin, fieldResult, fieldEnd] = ['\x13', '\x14', '\x15'];
const ends = ['\r', '\x07', '\f'];
const lineBreak = '\v';

function readText(text: string): WordText | { refusal: WordRefusal } {
  const fields: { code: string; result: boolean; built: boolean }[] = [];
  const paragraphs = [''];
  for (const sign of text) {
    const field = fields.at(-1);
    if (sign === fieldBegin) {
      if (field && !field.result && !field.code.trim()) field.built = true;
      fields.push({ code: '', result: false, built: false });
    } else if (sign === fieldResult && field) field.result = true;
    else if (sign === fieldEnd && field) {
      fields.pop();
      const danger = dangerOfField(field.code, field.built);
      if (danger) return { refusal: danger };
    } else if (field && !field.result) field.code += sign;
    else if (ends.includes(sign)) paragraphs.push('');
    else paragraphs.push(`${paragraphs.pop()}${sign === lineBreak ? '\n' : sign}`);
  }
  // What is not ended is read as a field all the same.
  if (fields.some(({ code, built }) => dangerOfField(code, built))) return { refusal: 'fields' };
  const shown = paragraphs.map((paragraph) => withoutControlSigns(paragraph).trim()).filter(Boolean);
  return { html: shown.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join(''), title: '' };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
