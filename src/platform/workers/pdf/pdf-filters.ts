import { constants, inflateRawSync } from 'node:zlib';
import { isDict, isName, type PdfDict, type PdfObjects, type PdfValue, UnreadablePdf } from './pdf-syntax.ts';

/**
 * Decodes the data of a stream, up to a picture filter, which is left encoded. Throws UnreadablePdf if the data is
 * damaged or longer than `maxBytes`.
 */
export function decodeStream(objects: PdfObjects, dict: PdfDict, dataAt: number, maxBytes: number): Buffer {
  const filters = listOf(objects, dict.get('Filter'));
  const params = listOf(objects, dict.get('DecodeParms') ?? dict.get('DP'));
  let data = dataOf(objects, dict, dataAt);
  for (const [index, filter] of filters.entries()) {
    const decode = isName(filter) && decoders[filter.name];
    if (!decode) return data;
    const given = params[index];
    const number = (key: string, usual: number) => {
      const [value = usual] = isDict(given) ? objects.resolve(given.get(key)) : [];
      return Number(value);
    };
    // Only pictures use predictors; no stream that is parsed here does (none in 1,000 documents, decision 089).
    if (number('Predictor', 1) > 1) throw new UnreadablePdf('broken', 'A predictor on what is no picture');
    data = decode(data, maxBytes, number('EarlyChange', 1));
    if (data.length > maxBytes) throw new UnreadablePdf('too_heavy', 'A stream is too long');
  }
  return data;
}

// Compressed data mark their end; for other data the length is used if `endstream` follows there.
function dataOf(objects: PdfObjects, dict: PdfDict, from: number): Buffer {
  const { bytes } = objects;
  for (const length of objects.resolve(dict.get('Length'))) {
    const end = from + Number(length);
    if (/^\s{0,2}endstream/.test(bytes.toString('latin1', end, end + 12))) return bytes.subarray(from, end);
  }
  const end = bytes.indexOf('endstream', from);
  return bytes.subarray(from, end === -1 ? bytes.length : end);
}

function listOf(objects: PdfObjects, value: PdfValue | undefined): PdfValue[] {
  const found = objects.resolve(value);
  if (found.length > 1) throw new UnreadablePdf('broken', 'A stream has two Filter entries');
  const [one] = found;
  if (one === undefined || one === null) return [];
  return Array.isArray(one) ? one.flatMap((each) => objects.resolve(each)) : [one];
}

type Decode = (data: Buffer, maxBytes: number, earlyChange: number) => Buffer;

// Skips zlib's header of two bytes, because the raw format has no checksum at the end; viewers ignore it too.
function inflate(data: Buffer, maxBytes: number): Buffer {
  if (data.length <= 2) return Buffer.alloc(0);
  try {
    return inflateRawSync(data.subarray(2), { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    const tooLong = cause instanceof RangeError; // ERR_BUFFER_TOO_LARGE
    throw new UnreadablePdf(tooLong ? 'too_heavy' : 'broken', 'A stream cannot be unpacked', cause);
  }
}

const asciiHex: Decode = (data) => {
  const [digits = ''] = data.toString('latin1').split('>');
  const clean = digits.replaceAll(/[^0-9a-fA-F]/g, '');
  return Buffer.from(clean.length % 2 ? `${clean}0` : clean, 'hex');
};

const ascii85: Decode = (data) => {
  const [text = ''] = data
    .toString('latin1')
    .replace(/^\s*<~/, '')
    .split('~');
  const out = Buffer.alloc(text.length * 4);
  let [length, group, count] = [0, 0, 0];
  const put = (bytes: number) => {
    for (let at = 0; at < bytes; at++) out[length++] = (group / 256 ** (3 - at)) & 255;
    [group, count] = [0, 0];
  };
  for (const sign of text) {
    const digit = sign.charCodeAt(0) - 33;
    if (sign === 'z' && count === 0) put(4);
    if (digit < 0 || digit > 84) continue;
    group = group * 85 + digit;
    count += 1;
    if (count === 5) put(4);
  }
  if (count > 1) {
    const bytes = count - 1;
    for (; count < 5; count++) group = group * 85 + 84;
    put(bytes);
  }
  return out.subarray(0, length);
};

const runLength: Decode = (data, maxBytes) => {
  const parts: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < data.length && length <= maxBytes; ) {
    const code = data[at] as number; // below the length
    if (code === 128) break;
    const part = code < 128 ? data.subarray(at + 1, at + 2 + code) : Buffer.alloc(257 - code, data[at + 1]);
    parts.push(part);
    length += part.length;
    at += code < 128 ? code + 2 : 2;
  }
  return Buffer.concat(parts);
};

// Codes of 9 to 12 bits (ISO 32000-2, section 7.4.4): 256 clears the table, 257 is the end of data.
const lzw: Decode = (data, maxBytes, earlyChange) => {
  const parts: Buffer[] = [];
  let table: Buffer[] = [];
  let [before, length, bits, held, width] = [undefined as Buffer | undefined, 0, 0, 0, 9];
  for (const byte of data) {
    held = (held << 8) | byte;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    held &= (1 << bits) - 1;
    if (code === 257 || length > maxBytes) break;
    if (code === 256) {
      [table, before, width] = [[], undefined, 9];
      continue;
    }
    const known = code < 256 ? Buffer.from([code]) : table[code - 258];
    const entry = known ?? (before && Buffer.concat([before, before.subarray(0, 1)]));
    if (!entry) break;
    if (before && table.length < 3838) table.push(Buffer.concat([before, entry.subarray(0, 1)]));
    parts.push(entry);
    length += entry.length;
    before = entry;
    const size = table.length + 258 + earlyChange;
    width = size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9;
  }
  return Buffer.concat(parts);
};

// By the filter names of streams and by the abbreviations of inline images.
const decoders: Record<string, Decode | undefined> = {
  FlateDecode: inflate,
  Fl: inflate,
  LZWDecode: lzw,
  LZW: lzw,
  ASCII85Decode: ascii85,
  A85: ascii85,
  ASCIIHexDecode: asciiHex,
  AHx: asciiHex,
  RunLengthDecode: runLength,
  RL: runLength,
};
