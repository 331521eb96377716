// Finds every object of a PDF, of every revision, wherever it lies: a viewer that repairs a broken table of objects, follows
// an older one or reads a hidden one sees nothing that is not here. Libraries show one view, that of the newest table
// (decision 089 compares them).
import { decodeStream } from './pdf-filters.ts';
import {
  isDict,
  isRef,
  isWord,
  type PdfDict,
  type PdfObject,
  type PdfObjects,
  type PdfToken,
  readTokens,
  UnreadablePdf,
  valuesOf,
} from './pdf-syntax.ts';

/** The tokens of one object, up to its end or its stream; in an object stream, whose objects have no end, of one value. */
function tokensOf(
  bytes: Buffer,
  from: number,
  packed: boolean,
): { tokens: PdfToken[]; end: number; dataAt: number | undefined } {
  const reader = readTokens(bytes, from);
  const tokens: PdfToken[] = [];
  let depth = 0;
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (isWord(token, '<<') || isWord(token, '[')) depth += 1;
    if (isWord(token, '>>') || isWord(token, ']')) depth = Math.max(0, depth - 1);
    if (depth === 0 && isWord(token, 'stream'))
      return { tokens, end: reader.at(), dataAt: dataAfter(bytes, reader.at()) };
    // Within a dictionary that is never closed some viewers read on.
    if (depth === 0 && isWord(token, 'endobj')) break;
    tokens.push(token);
    const opened = isWord(tokens[0], '<<') || isWord(tokens[0], '[');
    if (packed && depth === 0 && (opened || tokens.length === 3)) break; // three, as of a reference
  }
  return { tokens, end: reader.at(), dataAt: undefined };
}

// "stream" and the end of its line.
function dataAfter(bytes: Buffer, at: number): number {
  if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
  return bytes[at] === 10 ? at + 1 : at;
}

// Each byte belongs to one object: a file that wants to be read many times over is made for that.
const mostReadings = 4;
const freeBytes = 4_000_000;
// Of packed objects; a tagged thesis has ten megabytes.
const mostPackedBytes = 100_000_000;

/** `onTokens` gets the tokens of every object. Throws UnreadablePdf. */
export function findObjects(bytes: Buffer, onTokens: (tokens: PdfToken[]) => void): PdfObjects {
  const byNumber = new Map<number, PdfObject[]>();
  const packed: { dict: PdfDict; dataAt: number }[] = [];
  let budget = bytes.length * mostReadings + freeBytes;
  let unpackedBytes = 0;
  const add = (number: number, source: Buffer, at: number, inFile: boolean) => {
    const { tokens, end, dataAt } = tokensOf(source, at, !inFile);
    budget -= end - at;
    if (budget < 0) throw new UnreadablePdf('broken', 'Its objects overlap');
    onTokens(tokens);
    const [value = null] = valuesOf(tokens);
    const object = { number, value, ...(inFile && dataAt !== undefined && { dataAt }) };
    byNumber.set(number, [...(byNumber.get(number) ?? []), object]);
    if (object.dataAt !== undefined && isDict(value) && value.has('First') && value.has('N'))
      packed.push({ dict: value, dataAt: object.dataAt });
  };
  for (const { number, at } of headersIn(bytes)) add(number, bytes, at, true);
  const objects: PdfObjects = {
    bytes,
    byNumber,
    resolve: (value) =>
      isRef(value) ? (byNumber.get(value.ref) ?? []).map((object) => object.value) : value === undefined ? [] : [value],
    resolveObjects: (value) => (isRef(value) ? (byNumber.get(value.ref) ?? []) : []),
  };
  for (const { dict, dataAt } of packed) {
    const data = decodeStream(objects, dict, dataAt, mostPackedBytes - unpackedBytes);
    unpackedBytes += data.length;
    budget += data.length * mostReadings;
    const [first] = objects.resolve(dict.get('First'));
    const [count] = objects.resolve(dict.get('N'));
    const places = readTokens(data, 0);
    for (let index = 0; index < Number(count); index++) {
      const [number, offset] = [places.next(), places.next()];
      if (typeof number !== 'number' || typeof offset !== 'number') break;
      add(number, data, Number(first) + offset, false);
    }
  }
  return objects;
}

// "12 0 obj", or "trailer", which is an object without a number; so is one whose number is far from it, behind a comment. A
// word in the bytes of a stream that looks so is read too.
function* headersIn(bytes: Buffer): Generator<{ number: number; at: number }> {
  for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 3)) {
    const before = bytes.toString('latin1', Math.max(0, at - 100), at);
    if (!/[\0\s\d]$/.test(before) || /^[a-z]/i.test(bytes.toString('latin1', at + 3, at + 4))) continue;
    const [, number = -1] = /(\d{1,10})[\0\s]+\d{1,5}[\0\s]*$/.exec(before) ?? [];
    yield { number: Number(number), at: at + 3 };
  }
  for (let at = bytes.indexOf('trailer'); at !== -1; at = bytes.indexOf('trailer', at + 7))
    yield { number: -1, at: at + 7 };
}
