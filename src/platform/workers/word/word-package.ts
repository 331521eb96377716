// Checks a .docx: a zip of XML parts and of the relationships between them (ECMA-376). Word follows some relationships
// automatically when the document is opened.
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { isPrivateTarget } from '../targets.ts';
import type { WordRefusal } from '../tasks.ts';
import { dangerOfField } from './word-fields.ts';

// A thesis with pictures unpacks to some ten megabytes, of which five are XML; far more is a zip bomb.
export const maxUnpackedBytes = 300 * 1024 ** 2;
export const maxXmlBytes = 60 * 1024 ** 2;
export const maxParts = 10_000;
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

/** Opens a .docx and checks its XML. Returns the XML parts by name, or the reason why it is rejected. */
export function openPackage(bytes: Uint8Array): { parts: Map<string, string> } | { refusal: WordRefusal } {
  try {
    const parts = unpack(bytes);
    requireDocument(parts.get('[content_types].xml'));
    for (const [name, xml] of parts) verifyPart(name, xml);
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
      // Part names are case-insensitive (ECMA-376-2, 6.2.2.3), and readers differ in which of two duplicates they use.
      const plain = name.toLowerCase().replaceAll('\\', '/').replace(/^\/+/, '');
      if (names.has(plain)) throw new Refused('broken');
      names.add(plain);
      const isXml = xmlPart.test(plain);
      all += originalSize;
      if (isXml) xml += originalSize;
      if (all > maxUnpackedBytes || xml > maxXmlBytes || names.size > maxParts) throw new Refused('too_heavy');
      if (/(?:^|\/)vba(?:project|data)/.test(plain)) throw new Refused('macros');
      return isXml;
    },
  });
  return new Map(Object.entries(files).map(([name, file]) => [name.toLowerCase(), textOf(file)]));
}

// UTF-8 and UTF-16, which every XML parser must support.
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
    // Word uses the content type, so it would read XML parts with another extension, which are not checked here.
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

/** Throws if the text is not well-formed XML or has a DOCTYPE; Word opens neither. */
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

// Forbidden types of internal relationships.
const forbidden: [RegExp, WordRefusal][] = [
  [/\/(?:vbaProject|wordVbaData)$/i, 'macros'],
  [/\/(?:oleObject|control|activeXControlBinary|aFChunk|subDocument|frame)$/i, 'objects'],
];

function verifyPart(name: string, xml: string) {
  if (name.endsWith('.rels')) return verifyRelationships(name, xml);
  if (!name.startsWith('word/')) return; // not part of the displayed document
  const fields: { code: string; result: boolean; built: boolean }[] = [];
  let inCode = false;
  const verifyField = (code: string, built: boolean) => {
    const danger = dangerOfField(code, built);
    if (danger) throw new Refused(danger);
  };
  parse(
    xml,
    ({ name, get }) => {
      inCode = name === 'instrText' || name === 'delInstrText';
      if (name === 'fldSimple') verifyField(get('instr') ?? '', false);
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
          if (ended) verifyField(ended.code, ended.built);
        }
      }
      // VML pictures have their URL in an attribute.
      if (isLoaded(get('src') ?? '') || isPrivateTarget(get('href') ?? '')) throw new Refused('remote');
    },
    (text) => {
      const field = fields.at(-1);
      if (inCode && field && !field.result) field.code += text;
    },
  );
  for (const { code, built } of fields) verifyField(code, built);
}

const isLoaded = (address: string) => /^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(address.trim());

function verifyRelationships(name: string, xml: string) {
  parse(xml, ({ name: element, get }) => {
    if (element !== 'Relationship') return;
    const [type, target] = [get('Type') ?? '', get('Target') ?? ''];
    if (/^external$/i.test(get('TargetMode') ?? '')) {
      // Hyperlinks wait for a click; Word loads everything else at once: pictures, templates, data of other documents.
      if (!/\/hyperlink$/i.test(type) || isPrivateTarget(target)) throw new Refused('remote');
      return;
    }
    const [, refusal] = forbidden.find(([kind]) => kind.test(type)) ?? [];
    if (refusal) throw new Refused(refusal);
    // A chart's data is a workbook, which is opened only to edit the chart.
    const ofChart = name.startsWith('word/charts/_rels/') && /\.xlsx$/i.test(target);
    if (/\/package$/i.test(type) && !ofChart) throw new Refused('objects');
  });
}

/** The text of an element, such as the title in the document's metadata. */
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
