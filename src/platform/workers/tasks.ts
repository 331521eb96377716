// The tasks of the worker processes: work that would block requests, or that a malicious file could make exhaust
// resources.

/**
 * Forbidden content of a PDF: scripts, launch actions, forms that submit or import data, dynamic (XFA) forms,
 * attachments, active media, and links to local files or the local network.
 */
export type ForbiddenPdfContent = 'script' | 'launch' | 'form' | 'xfa' | 'attachment' | 'media' | 'remote';

/** Why a PDF is rejected. */
export type PdfRefusal =
  | ForbiddenPdfContent
  | 'not_pdf'
  | 'cut_off'
  | 'broken'
  | 'encrypted'
  | 'too_many_pages'
  | 'no_pages'
  | 'too_heavy';

export interface PdfInfo {
  pages: number;
  /** Size of the first page, in points (1/72 inch). */
  widthPt: number;
  heightPt: number;
  /** From the file's metadata; empty if it has none. */
  title: string;
}

/** A word on a page: text, then left, top, right and bottom as fractions of the page's width and height (0 to 1). */
export type PdfWord = [text: string, left: number, top: number, right: number, bottom: number];

export interface PdfPageText {
  text: string;
  words: PdfWord[];
}

/**
 * Forbidden content of a Word document: macros, embedded objects, fields that run or fetch something, and content that
 * is loaded from elsewhere.
 */
export type ForbiddenWordContent = 'macros' | 'objects' | 'fields' | 'remote';

/** Why a .docx or an old .doc is rejected. `unclear` is a .doc whose content cannot be determined. */
export type WordRefusal = ForbiddenWordContent | 'wrong_type' | 'broken' | 'unclear' | 'too_heavy';

export interface WordText {
  /** Headings, paragraphs, lists and tables only; no scripts, external content or links. */
  html: string;
  /** From the file's metadata; empty if it has none. */
  title: string;
}

export interface PdfRegion {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PageDrawing {
  /** From 1. */
  page: number;
  /** In px. */
  width: number;
  /** Path of the output file. */
  out: string;
}

/** Size in px. */
export interface CutPiece {
  name: string;
  width: number;
  height: number;
}

/** Why a picture is rejected. */
export type PictureRefusal = 'broken' | 'too_many_pixels';

export interface OpenedPicture {
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** The dominant colour as `#rrggbb`, shown until the picture has loaded. */
  colour: string;
  /** A larger copy, if it was requested and the source is larger. */
  original?: Uint8Array;
}

/** Why a CSV file is rejected: it cannot be parsed, or has too many rows. */
export type CsvRefusal = 'broken' | 'too_long';

export interface CsvRow {
  /** Line number in the file, from 1. */
  line: number;
  cells: string[];
}

export interface Tasks {
  /**
   * Converts a picture, given as a path or as bytes, to JPEG; crops it to a square if `squarePx` is given. `originalPx` asks
   * for a larger copy too, at most this wide and high.
   */
  openPicture: {
    input: {
      source: string | Uint8Array;
      maxPixels: number;
      squarePx: number | undefined;
      originalPx?: number | undefined;
    };
    output: OpenedPicture | { refusal: PictureRefusal };
  };
  /** Smaller copies of a JPEG in these widths (px), in AVIF. */
  shrinkPicture: { input: { original: Uint8Array; widths: number[] }; output: Uint8Array[] };
  /**
   * Removes metadata from a file, in place: in MP4 and M4A the boxes that may contain a place, in MP3 the ID3 tags at the
   * beginning. Returns false if it has too many boxes or tags.
   */
  removeMetadata: { input: { path: string; format: 'mp4' | 'mp3' }; output: boolean };
  inspectPdf: { input: { path: string; maxPages: number }; output: PdfInfo | { refusal: PdfRefusal } };
  /**
   * Writes `<outDir>/<page>-<width>.webp` for each page (from 1) and width, `.avif` as well for the widths in `avif`,
   * and reports each page's text, and how many pages there are.
   */
  renderPdf: {
    input: { path: string; outDir: string; widths: number[]; avif?: readonly number[]; from?: number; to?: number };
    output: { pages: number };
    progress: { page: number; of: number; text: PdfPageText; widthPt: number; heightPt: number };
  };
  /** Extracts the text of an old .doc, or of a .docx. */
  readDoc: { input: { path: string }; output: WordText | { refusal: WordRefusal } };
  readDocx: { input: { path: string }; output: WordText | { refusal: WordRefusal } };
  /** Reads a table of CSV; reports its rows, some hundred at a time, and how many there are. */
  readCsv: {
    input: { path: string; maxRows: number };
    output: { rows: number } | { refusal: CsvRefusal };
    progress: CsvRow[];
  };
  /**
   * Renders a page (from 1) in this width and writes pieces of it as WebP: `<outDir>/<name>.webp` for each. Boxes are
   * fractions of the page (0 to 1), as for words. Reports each piece when it is written.
   */
  cutPdf: {
    input: { path: string; outDir: string; page: number; width: number; pieces: PdfRegion[] };
    output: { pieces: CutPiece[] };
    progress: CutPiece;
  };
  /**
   * Compiles a Typst document; writes the PDF to `out` and, if `draw` is given, one of its pages (the last if there are
   * fewer) as WebP. `marks` are labels, such as "story": the values of the document's metadata with them are returned.
   */
  typeset: {
    input: {
      source: string;
      data: unknown;
      /** By name: a path, or the bytes themselves. */
      files: Record<string, string | Uint8Array>;
      fonts: string[];
      marks: string[];
      out: string;
      draw?: PageDrawing | undefined;
    };
    output: { pages: number; warnings: string[]; marked: Record<string, unknown[]> } | { failure: string };
  };
}

export type TaskName = keyof Tasks;
export type ProgressOf<N extends TaskName> = Tasks[N] extends { progress: infer P } ? P : never;

export type ToProcess = { [N in TaskName]: { task: N; input: Tasks[N]['input'] } }[TaskName];

export type FromProcess =
  | { kind: 'progress'; value: unknown }
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; message: string; stack: string | undefined };
