// What a .docx carries: a zip of XML parts and of the relations between them (ECMA-376). Word follows some relations by
// itself, as soon as the document is opened.
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { leadsInside } from './targets.ts';
import type { WordRefusal } from './tasks.ts';
import { dangerOfField } from './word-fields.ts';

// A thesis with pictures unpacks to some ten megabytes, of which five are XML; far more is made to fill the memory.
const mostUnpackedBytes = 300 * 1024 ** 2;
const mostXmlBytes = 60 * 1024 ** 2;
const mostParts = 10_000;
const xmlPart = /\.(?:xml|rels)$/i;
const readByWord = /wordprocessingml|ms-word|relationships/i;
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

class Refused extends Error {
  readonly refusal: WordRefusal;

  constructor(refusal: WordRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Opens a .docx as far as its XML goes. Returns its parts by their names, or why it cannot be taken. */
export function openPackage(bytes: Uint8Array): { parts: Map<string, string> } | { refusal: WordRefusal } {
  try {
    const parts = unpack(bytes);
    requireDocument(parts.get('[content_types].xml'));
    for (const [name, xml] of parts) look(name, xml);
    return { parts };
  } catch (error) {
    return { refusal: error instanceof Refused ? error.refusal : 'broken' };
  }
}

function unpack(bytes: Uint8Array): Map<string, string> {
  const names = new Set<string>();
  let [all, xml] = [0, 0];
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      // Names differ in no more than their letters (ECMA-376-2, 6.2.2.3); of two of one name each reader takes another.
      const plain = name.toLowerCase().replaceAll('\\', '/').replace(/^\/+/, '');
      if (names.has(plain)) throw new Refused('broken');
      names.add(plain);
      const isXml = xmlPart.test(plain);
      all += originalSize;
      if (isXml) xml += originalSize;
      if (all > mostUnpackedBytes || xml > mostXmlBytes || names.size > mostParts) throw new Refused('too_heavy');
      if (/(?:^|\/)vba(?:project|data)/.test(plain)) throw new Refused('macros');
      return isXml;
    },
  });
  return new Map(Object.entries(files).map(([name, file]) => [name.toLowerCase(), textOf(file)]));
}

// Both encodings that XML has to be readable in.
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true }).decode(bytes);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const [, encoding = 'utf-8'] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/.exec(text) ?? [];
  if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new Refused('broken');
  return text;
}

function requireDocument(types: string | undefined) {
  if (!types) throw new Refused('wrong_type');
  let found = false;
  parse(types, ({ name, get }) => {
    const type = get('ContentType') ?? '';
    const part = get('PartName') ?? `.${get('Extension') ?? ''}`;
    // Word goes by the type alone, and would read what is not looked at here.
    if (readByWord.test(type) && /\+xml$/i.test(type) && !xmlPart.test(part)) throw new Refused('broken');
    if (/macroenabled|vbaproject/i.test(type)) throw new Refused('macros');
    if (/activex|oleobject/i.test(type)) throw new Refused('objects');
    found ||= name === 'Override' && type.toLowerCase() === mainType;
  });
  if (!found) throw new Refused('wrong_type');
}

interface Element {
  /** Without its prefix. */
  name: string;
  /** An attribute by its name without a prefix. */
  get(attribute: string): string | undefined;
}

/** Throws where the text is no well-formed XML, or has a document type: Word opens neither. */
function parse(xml: string, onElement: (element: Element) => void, onText: (text: string) => void = () => undefined) {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Refused('broken');
  });
  parser.on('opentag', ({ local, attributes }) => {
    const get = (wanted: string) => Object.values(attributes).find((attribute) => attribute.local === wanted)?.value;
    onElement({ name: local, get });
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.write(xml.replace(/^\ufeff/, '')).close();
}

// What a document may not have a relation to, within it.
const forbidden: [RegExp, WordRefusal][] = [
  [/\/(?:vbaProject|wordVbaData)$/i, 'macros'],
  [/\/(?:oleObject|control|activeXControlBinary|aFChunk|subDocument|frame)$/i, 'objects'],
];

function look(name: string, xml: string) {
  if (name.endsWith('.rels')) return lookAtRelations(name, xml);
  if (!name.startsWith('word/')) return; // data that Word shows nothing of
  const fields: { code: string; result: boolean; built: boolean }[] = [];
  let inCode = false;
  const judge = (code: string, built: boolean) => {
    const danger = dangerOfField(code, built);
    if (danger) throw new Refused(danger);
  };
  parse(
    xml,
    ({ name, get }) => {
      inCode = name === 'instrText' || name === 'delInstrText';
      if (name === 'fldSimple') judge(get('instr') ?? '', false);
      if (name === 'mailMerge') throw new Refused('remote');
      if (name === 'fldChar') {
        const kind = get('fldCharType');
        const outer = fields.at(-1);
        if (kind === 'begin') {
          if (outer && !outer.result && !outer.code.trim()) outer.built = true;
          fields.push({ code: '', result: false, built: false });
        } else if (kind === 'separate' && outer) outer.result = true;
        else if (kind === 'end') {
          const ended = fields.pop();
          if (ended) judge(ended.code, ended.built);
        }
      }
      // Pictures of the older kind have their address in themselves.
      if (isLoaded(get('src') ?? '') || leadsInside(get('href') ?? '')) throw new Refused('remote');
    },
    (text) => {
      const field = fields.at(-1);
      if (inCode && field && !field.result) field.code += text;
    },
  );
  for (const { code, built } of fields) judge(code, built);
}

const isLoaded = (address: string) => /^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(address.trim());

function lookAtRelations(name: string, xml: string) {
  parse(xml, ({ name: element, get }) => {
    if (element !== 'Relationship') return;
    const [type, target] = [get('Type') ?? '', get('Target') ?? ''];
    if (/^external$/i.test(get('TargetMode') ?? '')) {
      // A link waits for a click; all else is loaded at once: pictures, templates, data of other documents.
      if (!/\/hyperlink$/i.test(type) || leadsInside(target)) throw new Refused('remote');
      return;
    }
    const [, refusal] = forbidden.find(([kind]) => kind.test(type)) ?? [];
    if (refusal) throw new Refused(refusal);
    // The numbers behind a chart are a workbook, which is opened only where somebody changes them.
    const ofChart = name.startsWith('word/charts/_rels/') && /\.xlsx$/i.test(target);
    if (/\/package$/i.test(type) && !ofChart) throw new Refused('objects');
  });
}

/** What an element with this name says, such as the title of the document's own data. */
export function textOfElement(xml: string, wanted: string): string {
  let [inside, text] = [false, ''];
  parse(
    xml,
    ({ name }) => {
      inside = name === wanted;
    },
    (part) => {
      if (inside) text += part;
    },
  );
  return text.trim();
}
