import type { PdfPageText, PdfWord } from '../tasks.ts';

/** PDFium functions that the wrapper lacks. Handles and addresses are numbers in the module's memory. */
export interface RawPdfium {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(bytes: number): number; free(address: number): void };
  _FPDF_GetLastError(): number;
  _FPDF_GetSecurityHandlerRevision(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, bytes: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
}

// More characters than a broadsheet page of the smallest print can hold (about 40,000).
const maxCharacters = 200_000;

/** The text of a page in reading order, and the position of each word. */
export function pageText(pdfium: RawPdfium, page: number, widthPt: number, heightPt: number): PdfPageText {
  const handle = pdfium._FPDFText_LoadPage(page);
  const rect = pdfium.wasmExports.malloc(16); // FS_RECTF: left, top, right, bottom as 32-bit floats
  const words: PdfWord[] = [];
  let text = '';
  let word: PdfWord | undefined;
  const finish = () => {
    // The result has the same members, rounded.
    if (word) words.push(word.map((part) => (typeof part === 'number' ? round(part) : part)) as PdfWord);
    word = undefined;
  };
  const count = Math.min(pdfium._FPDFText_CountChars(handle), maxCharacters);
  for (let index = 0; index < count; index++) {
    const code = pdfium._FPDFText_GetUnicode(handle, index);
    const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    if (!character.trim()) {
      finish();
      if (character) text += character === '\r' ? '' : character;
      continue;
    }
    text += character;
    pdfium._FPDFText_GetLooseCharBox(handle, index, rect);
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.HEAPU8.buffer, rect, 4);
    const box = [left / widthPt, 1 - top / heightPt, right / widthPt, 1 - bottom / heightPt] as const;
    word = word
      ? [
          word[0] + character,
          Math.min(word[1], box[0]),
          Math.min(word[2], box[1]),
          Math.max(word[3], box[2]),
          Math.max(word[4], box[3]),
        ]
      : [character, ...box];
  }
  finish();
  pdfium.wasmExports.free(rect);
  pdfium._FPDFText_ClosePage(handle);
  return { text: text.trim(), words };
}

// A ten-thousandth of a page is a tenth of a millimetre on a broadsheet.
const round = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000;
