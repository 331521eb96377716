import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { withoutControlSigns } from '../control-signs.ts';
import { requireReasonableCost } from './pdf-cost.ts';
import { openDangerCheck } from './pdf-dangers.ts';
import { findObjects } from './pdf-objects.ts';
import { UnreadablePdf } from './pdf-syntax.ts';
import { pageText, type RawPdfium } from './pdf-text.ts';
import type { CutPiece, PageDrawing, PdfFacts, PdfPageText, PdfPiece, PdfRefusal, Tasks } from './tasks.ts';

// A broadsheet at the largest width has 20 million pixels; a page that wants far more is not meant to be read.
const maxPixels = 60_000_000;

const passwordError = 4; // FPDF_ERR_PASSWORD
const notEncrypted = -1; // of FPDF_GetSecurityHandlerRevision

/** Opens a PDF and looks at its first page. What must not be taken is answered with the reason. */
export async function inspectPdf({
  path,
  maxPages,
}: Tasks['inspectPdf']['input']): Promise<PdfFacts | { refusal: PdfRefusal }> {
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
  const refusal = lookInside(bytes);
  if (refusal) return { refusal };
  const size = await sizeWhenDrawn(document);
  return size ? { pages, ...size, title: titleOf(raw, handle) } : { refusal: 'broken' };
}

// Before PDFium reads a page, which takes it as long as the page wants.
function lookInside(bytes: Buffer): PdfRefusal | undefined {
  try {
    const dangers = openDangerCheck();
    const objects = findObjects(bytes, dangers.inTokens);
    const danger = dangers.finish(objects);
    if (!danger) requireReasonableCost(objects);
    return danger;
  } catch (error) {
    if (error instanceof UnreadablePdf) return error.refusal;
    throw error;
  }
}

// A page that cannot even be drawn small is damaged, has no shape that can be read, or is a bomb: that one takes the
// limits of this process with it, not the server.
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

/** Draws pages in several widths and reads their text. */
export async function renderPdf(
  { path, outDir, widths, avif = [], from = 1, to }: Tasks['renderPdf']['input'],
  report: (page: { page: number; text: PdfPageText; widthPt: number; heightPt: number }) => void,
): Promise<{ pages: number }> {
  const library = await PDFiumLibrary.init();
  const raw = rawOf(library);
  const document = await library.loadDocument(await readFile(path));
  const last = Math.min(to ?? Number.POSITIVE_INFINITY, document.getPageCount());
  const widest = Math.max(...widths);
  for (let number = from; number <= last; number++) {
    const page = document.getPage(number - 1);
    const { originalWidth: widthPt, originalHeight: heightPt } = page.getOriginalSize();
    const text = pageText(raw, handleOf(page), widthPt, heightPt); // first: drawing closes the page
    const drawn = await bitmap(page, widest);
    for (const width of widths) {
      const image = width === widest ? drawn.clone() : drawn.clone().resize({ width });
      const [file, small] = [join(outDir, `${number}-${width}`), width < 1000];
      await image.webp({ quality: small ? 70 : 76, effort: 2 }).toFile(`${file}.webp`);
      // Half the bytes; at this effort for twice the time of WebP, at the next one for five times (decision 74).
      if (avif.includes(width)) await image.avif({ quality: small ? 40 : 45, effort: 0 }).toFile(`${file}.avif`);
    }
    report({ page: number, text, widthPt, heightPt });
  }
  return { pages: document.getPageCount() };
}

/** Draws a page large and cuts pieces out of it. */
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

/** Draws one page: as JPEG where the name of the file says so, else as WebP. */
export async function drawPage(path: string, { page, width, out }: PageDrawing): Promise<void> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const drawn = await bitmap(document.getPage(page - 1), width);
  if (out.endsWith('.jpg')) await drawn.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toFile(out);
  else await drawn.webp({ quality: 76, effort: 2 }).toFile(out);
}

/** Four bytes a pixel, row by row. */
interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

// sharp would take in the whole page for every piece: 140 ms of a tile's 165 (measured with 4,200 px).
function partOf(page: Pixels, piece: PdfPiece): Pixels {
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
  return withoutControlSigns(title).trim();
}

// The library wraps drawing; what it does not wrap is called on the same module and handles, which it keeps private.
const rawOf = (library: PDFiumLibrary) => (library as unknown as { module: RawPdfium }).module;
const handleOf = (owner: PDFiumDocument | PDFiumPage): number => {
  const { pageIdx, documentIdx } = owner as unknown as { pageIdx?: number; documentIdx: number };
  return pageIdx ?? documentIdx;
};
