import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { withoutControlCharacters } from '../../text/control-characters.ts';
import type { CutPiece, PageDrawing, PdfInfo, PdfPageText, PdfRefusal, PdfRegion, Tasks } from '../tasks.ts';
import { checkPdfCost } from './pdf-cost.ts';
import { openDangerCheck } from './pdf-dangers.ts';
import { findObjects } from './pdf-objects.ts';
import { UnreadablePdf } from './pdf-syntax.ts';
import { pageText, type RawPdfium } from './pdf-text.ts';

// A broadsheet page at the largest width has 20 million pixels; a page with far more is not a legitimate one.
const maxPixels = 60_000_000;

const passwordError = 4; // FPDF_ERR_PASSWORD
const notEncrypted = -1; // of FPDF_GetSecurityHandlerRevision

/** Checks a PDF and renders its first page. Returns a refusal if it cannot be accepted. */
export async function inspectPdf({
  path,
  maxPages,
}: Tasks['inspectPdf']['input']): Promise<PdfInfo | { refusal: PdfRefusal }> {
  const ends = await readEnds(path);
  if (!ends.head.includes('%PDF-')) return { refusal: 'not_pdf' };
  if (!ends.tail.includes('%%EOF')) return { refusal: 'cut_off' };
  const library = await PDFiumLibrary.init();
  const raw = rawOf(library);
  const bytes = await readFile(path);
  const document = await library.loadDocument(bytes).catch(() => undefined);
  if (!document) return { refusal: raw._FPDF_GetLastError() === passwordError ? 'encrypted' : 'broken' };
  const handle = handleOf(document);
  if (raw._FPDF_GetSecurityHandlerRevision(handle) !== notEncrypted) return { refusal: 'encrypted' };
  const pages = document.getPageCount();
  if (pages === 0) return { refusal: 'no_pages' };
  if (pages > maxPages) return { refusal: 'too_many_pages' };
  const refusal = verifyContent(bytes);
  if (refusal) return { refusal };
  const size = await sizeWhenDrawn(document);
  return size ? { pages, ...size, title: titleOf(raw, handle) } : { refusal: 'broken' };
}

// Runs before PDFium loads a page, which takes unlimited time for a malicious one.
function verifyContent(bytes: Buffer): PdfRefusal | undefined {
  try {
    const dangers = openDangerCheck();
    const objects = findObjects(bytes, dangers.inTokens);
    const danger = dangers.finish(objects);
    if (!danger) checkPdfCost(objects);
    return danger;
  } catch (error) {
    if (error instanceof UnreadablePdf) return error.refusal;
    throw error;
  }
}

// A page that cannot be rendered even in a small size is damaged, has an impossible aspect ratio or is a bomb, which
// runs into the limits of this process and does not affect the server.
async function sizeWhenDrawn(document: PDFiumDocument) {
  try {
    const first = document.getPage(0);
    const { originalWidth: widthPt, originalHeight: heightPt } = first.getOriginalSize();
    await bitmap(first, 100);
    return widthPt > 0 && heightPt > 0 ? { widthPt, heightPt } : undefined;
  } catch {
    return undefined;
  }
}

/** Renders pages in several widths and extracts their text. */
export async function renderPdf(
  { path, outDir, widths, avif = [], from = 1, to }: Tasks['renderPdf']['input'],
  report: (page: { page: number; of: number; text: PdfPageText; widthPt: number; heightPt: number }) => void,
): Promise<{ pages: number }> {
  const library = await PDFiumLibrary.init();
  const raw = rawOf(library);
  const document = await library.loadDocument(await readFile(path));
  const last = Math.min(to ?? Number.POSITIVE_INFINITY, document.getPageCount());
  const widest = Math.max(...widths);
  for (let number = from; number <= last; number++) {
    const page = document.getPage(number - 1);
    const { originalWidth: widthPt, originalHeight: heightPt } = page.getOriginalSize();
    const text = pageText(raw, handleOf(page), widthPt, heightPt); // first, because rendering closes the page
    const drawn = await bitmap(page, widest);
    for (const width of widths) {
      const image = width === widest ? drawn.clone() : drawn.clone().resize({ width });
      const [file, small] = [join(outDir, `${number}-${width}`), width < 1000];
      await image.webp({ quality: small ? 70 : 76, effort: 2 }).toFile(`${file}.webp`);
      // Half the bytes of WebP; takes twice as long at this effort, five times at the next one (decision 74).
      if (avif.includes(width)) await image.avif({ quality: small ? 40 : 45, effort: 0 }).toFile(`${file}.avif`);
    }
    report({ page: number, of: last, text, widthPt, heightPt });
  }
  return { pages: document.getPageCount() };
}

/** Renders a page in a large size and cuts pieces out of it. */
export async function cutPdf(
  { path, outDir, page, width, pieces }: Tasks['cutPdf']['input'],
  report: (piece: CutPiece) => void,
): Promise<{ pieces: CutPiece[] }> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const drawn = await pixels(document.getPage(page - 1), width);
  const cut: CutPiece[] = [];
  for (const piece of pieces) {
    const image = pictureOf(partOf(drawn, piece)).removeAlpha();
    const made = await image.webp({ quality: 76, effort: 2 }).toFile(join(outDir, `${piece.name}.webp`));
    const done = { name: piece.name, width: made.width, height: made.height };
    cut.push(done);
    report(done);
  }
  return { pieces: cut };
}

/** Renders one page, as JPEG if the file name ends with .jpg, else as WebP. */
export async function drawPage(path: string, { page, width, out }: PageDrawing): Promise<void> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const drawn = await bitmap(document.getPage(page - 1), width);
  if (out.endsWith('.jpg')) await drawn.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toFile(out);
  else await drawn.webp({ quality: 76, effort: 2 }).toFile(out);
}

/** Four bytes per pixel, row by row. */
interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

// sharp would read the whole page for every piece: 140 ms of a tile's 165 ms (measured with 4,200 px).
function partOf(page: Pixels, piece: PdfRegion): Pixels {
  const [left, top] = [Math.round(piece.left * page.width), Math.round(piece.top * page.height)];
  const width = Math.max(1, Math.round(piece.right * page.width) - left);
  const height = Math.max(1, Math.round(piece.bottom * page.height) - top);
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * page.width + left) * 4;
    data.set(page.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { data, width, height };
}

const bitmap = async (page: PDFiumPage, width: number) => pictureOf(await pixels(page, width)).removeAlpha();

async function pixels(page: PDFiumPage, width: number): Promise<Pixels> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const height = Math.max(1, Math.round((width * originalHeight) / originalWidth));
  if (width * height > maxPixels) throw new Error('The page has no shape that can be read');
  return page.render({ width, height, render: 'bitmap' });
}

const pictureOf = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxPixels + 1_000_000 });

async function readEnds(path: string) {
  await using file = await open(path);
  const { size } = await file.stat();
  const part = async (position: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, position);
    return buffer.toString('latin1', 0, bytesRead);
  };
  return { head: await part(0), tail: await part(Math.max(0, size - 1024)) };
}

function titleOf(raw: RawPdfium, document: number) {
  const tag = raw.wasmExports.malloc(8);
  raw.HEAPU8.set([...Buffer.from('Title\0')], tag);
  const bytes = raw._FPDF_GetMetaText(document, tag, 0, 0);
  const text = raw.wasmExports.malloc(bytes + 2);
  raw._FPDF_GetMetaText(document, tag, text, bytes);
  const title = Buffer.from(raw.HEAPU8.slice(text, text + Math.max(0, bytes - 2))).toString('utf16le');
  raw.wasmExports.free(tag);
  raw.wasmExports.free(text);
  return withoutControlCharacters(title).trim();
}

// Functions that the library does not wrap are called on its module and handles, which are private.
const rawOf = (library: PDFiumLibrary) => (library as unknown as { module: RawPdfium }).module;
const handleOf = (owner: PDFiumDocument | PDFiumPage): number => {
  const { pageIdx, documentIdx } = owner as unknown as { pageIdx?: number; documentIdx: number };
  return pageIdx ?? documentIdx;
};
