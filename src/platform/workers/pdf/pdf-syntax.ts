// The syntax of PDF (ISO 32000-2, section 7): tokens, and the values that they make.

export interface PdfName {
  name: string;
}
export interface PdfText {
  /** One character for each byte. */
  text: string;
}
export interface PdfRef {
  ref: number;
}
export type PdfDict = Map<string, PdfValue>;
export type PdfValue = number | boolean | null | PdfName | PdfText | PdfRef | PdfDict | PdfValue[];

/** A value, a delimiter (<< >> [ ]) or a keyword such as obj, stream, null. */
export type PdfToken = number | PdfName | PdfText | { word: string };

export interface PdfObject {
  number: number;
  value: PdfValue;
  /** Offset of the stream's data. */
  dataAt?: number;
}

export interface PdfObjects {
  bytes: Buffer;
  /** By object number, each with all its revisions. */
  byNumber: Map<number, PdfObject[]>;
  /** Possible values: the value itself, or each object that the reference may refer to. */
  resolve(value: PdfValue | undefined): PdfValue[];
  resolveObjects(value: PdfValue | undefined): PdfObject[];
}

/** The file is damaged, or too expensive to read. */
export class UnreadablePdf extends Error {
  readonly refusal: 'broken' | 'too_heavy';

  constructor(refusal: 'broken' | 'too_heavy', why: string, cause?: unknown) {
    super(why, { cause });
    this.refusal = refusal;
  }
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0;
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)));
const isRegular = (code: number) => !isSpace(code) && !delimiters.has(code);
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const codeOf = (sign: string) => sign.charCodeAt(0);
const [slash, open, close] = [codeOf('/'), codeOf('('), codeOf(')')];
const [less, greater] = [codeOf('<'), codeOf('>')];
const [percent, backslash] = [codeOf('%'), codeOf('\\')];

/** Reads one token after another. */
export function readTokens(bytes: Buffer, from: number) {
  let at = from;
  const skipSpace = () => {
    for (; at < bytes.length; at++) {
      const code = bytes[at] as number; // below the length
      if (code === percent) while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
      else if (!isSpace(code)) return;
    }
  };
  const regular = () => {
    const start = at;
    while (at < bytes.length && isRegular(bytes[at] as number)) at++; // below the length
    return bytes.toString('latin1', start, at);
  };
  const string = () => {
    const parts: string[] = [];
    let start = ++at;
    const cut = (to: number) => void parts.push(bytes.toString('latin1', start, to));
    for (let depth = 1; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === open) depth += 1;
      else if (code === close && --depth === 0) break;
      else if (code === backslash) {
        cut(at);
        const [, octal] = /^([0-7]{1,3})/.exec(bytes.toString('latin1', at + 1, at + 4)) ?? [];
        const next = String.fromCharCode(bytes[at + 1] ?? 0);
        if (octal) parts.push(String.fromCharCode(Number.parseInt(octal, 8) & 255));
        else if (next !== '\n' && next !== '\r') parts.push(escapes[next] ?? next);
        at += octal?.length ?? 1;
        start = at + 1;
      }
    }
    cut(at++);
    return { text: parts.join('') };
  };
  const hexString = () => {
    const end = bytes.indexOf(greater, at);
    const digits = bytes.toString('latin1', at + 1, end === -1 ? bytes.length : end).replaceAll(/[^0-9a-fA-F]/g, '');
    at = end === -1 ? bytes.length : end + 1;
    return { text: Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1') };
  };
  return {
    at: () => at,
    next(): PdfToken | undefined {
      skipSpace();
      const code = bytes[at];
      if (code === undefined) return undefined;
      if (code === slash) {
        at += 1;
        return { name: unescapeName(regular()) };
      }
      if (code === open) return string();
      if (code === less && bytes[at + 1] !== less) return hexString();
      if (code === less || (code === greater && bytes[at + 1] === greater)) {
        at += 2;
        return { word: code === less ? '<<' : '>>' };
      }
      if (!isRegular(code)) {
        at += 1;
        return { word: String.fromCharCode(code) };
      }
      const word = regular();
      return /^[+-]*\d*(?:\.\d*)?$/.test(word) && /\d/.test(word)
        ? Number.parseFloat(word.replace(/^[+-]+/, ''))
        : { word }; // the sign of a number does not matter here
    },
  };
}

/** "Java#53cript" is "JavaScript". */
export const unescapeName = (name: string): string =>
  name.includes('#')
    ? name.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;

export const isWord = (token: PdfToken | undefined, word: string) =>
  typeof token === 'object' && 'word' in token && token.word === word;

/** Parses tokens into values. Invalid sequences are skipped, where a strict parser would fail. */
export function valuesOf(tokens: PdfToken[]): PdfValue[] {
  const top: PdfValue[] = [];
  const open: { dict: boolean; items: PdfValue[] }[] = [];
  let items = top;
  const finish = () => {
    const done = open.pop();
    items = open.at(-1)?.items ?? top;
    if (done) items.push(done.dict ? dictOf(done.items) : done.items);
  };
  for (const token of tokens) {
    if (typeof token === 'number' || !('word' in token)) items.push(token);
    else if (token.word === '<<' || token.word === '[') {
      open.push({ dict: token.word === '<<', items: [] });
      items = open.at(-1)?.items ?? top;
    } else if (token.word === '>>' || token.word === ']') finish();
    else if (token.word === 'R' && typeof items.at(-1) === 'number' && typeof items.at(-2) === 'number') {
      const [number] = items.splice(-2) as number[]; // both are numbers
      items.push({ ref: number ?? 0 });
    } else if (token.word === 'null') items.push(null);
    else if (token.word === 'true' || token.word === 'false') items.push(token.word === 'true');
  }
  while (open.length) finish();
  return top;
}

function dictOf(items: PdfValue[]): PdfDict {
  const dict: PdfDict = new Map();
  for (let at = 0; at < items.length; at++) {
    const key = items[at];
    if (!isName(key)) continue;
    dict.set(key.name, items[at + 1] ?? null);
    at += 1;
  }
  return dict;
}

const isObject = (value: PdfValue | undefined): value is PdfName | PdfText | PdfRef =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
export const isName = (value: PdfValue | undefined): value is PdfName => isObject(value) && 'name' in value;
export const isText = (value: PdfValue | undefined): value is PdfText => isObject(value) && 'text' in value;
export const isRef = (value: PdfValue | undefined): value is PdfRef => isObject(value) && 'ref' in value;
export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;
