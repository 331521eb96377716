// The pictures of an RTF text. Word puts its pictures on the clipboard in no other way that a page can read: its HTML has
// addresses of temporary files. https://learn.microsoft.com/openspecs/office_standards/ms-rtf (\pict)

/** A picture as it is written in RTF. */
export interface RtfPicture {
  /** Null for formats that browsers do not show, such as Windows metafiles. */
  type: 'image/png' | 'image/jpeg' | null;
  /** Hexadecimal digits, with line breaks. */
  hex: string[];
}

// Longer texts are not read. 100 MB hold pictures of 50 MB; the words and braces of a thesis are some 100,000, and a
// million take half a second.
const maxLength = 100_000_000;
const mostControls = 1_000_000;

const special = /[{}\\]/g;
// "\pict", "\bin42", "\'e9", "\*"; a space after a word belongs to it
const control = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'[\da-f]{2}|[^a-z])/iy;

const types = new Map<string, RtfPicture['type']>([
  ['pngblip', 'image/png'],
  ['jpegblip', 'image/jpeg'],
]);

// Groups with fallbacks of pictures for older programs, and with pictures that are not in the text.
const leftOut = ['nonshppict', 'shprslt', 'listpicture', 'background', 'header', 'headerl', 'headerr', 'headerf'];
const skipped = new Set([...leftOut, 'footer', 'footerl', 'footerr', 'footerf']);

interface Group {
  isSkipped: boolean;
  picture?: RtfPicture;
}

/** The pictures in the order of the text, none if it is not RTF. Reads each character once. */
export function picturesInRtf(rtf: string): RtfPicture[] {
  const found: RtfPicture[] = [];
  if (rtf.length > maxLength || !rtf.startsWith('{\\rtf')) return found;
  const groups: Group[] = [];
  let at = 0;
  for (let read = 0; at < rtf.length && read < mostControls; read++) {
    special.lastIndex = at;
    const next = special.exec(rtf)?.index ?? rtf.length;
    const group = groups.at(-1);
    if (next > at) group?.picture?.hex.push(rtf.slice(at, next));
    at = next + 1;
    if (rtf[next] === '{') groups.push({ isSkipped: group?.isSkipped ?? false });
    else if (rtf[next] === '}') groups.pop();
    else if (rtf[next] === '\\') {
      control.lastIndex = next;
      const [whole = '\\', word = '', value] = control.exec(rtf) ?? [];
      at = next + whole.length;
      if (word === 'bin') {
        at += Math.max(0, Number(value ?? 0));
        if (group?.picture) group.picture.type = null;
      } else if (group && skipped.has(word)) group.isSkipped = true;
      else if (word === 'pict' && group && !group.isSkipped) {
        group.picture = { type: null, hex: [] };
        found.push(group.picture);
      } else if (group?.picture) group.picture.type = types.get(word) ?? group.picture.type;
    }
  }
  return found;
}

const numberOf = (digit: number) => (digit < 58 ? digit - 48 : (digit | 32) - 87);

/** The bytes of a picture; undefined if it cannot be shown, or has more than these bytes. */
export function bytesOf({ type, hex }: RtfPicture, maxBytes: number): Uint8Array<ArrayBuffer> | undefined {
  const digits = type ? hex.join('').replaceAll(/\s+/g, '') : '';
  if (!digits || digits.length % 2 || digits.length > maxBytes * 2 || /[^\da-f]/i.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = numberOf(digits.charCodeAt(2 * at)) * 16 + numberOf(digits.charCodeAt(2 * at + 1));
  return bytes;
}
