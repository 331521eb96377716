// The tasks of the worker processes: work that would hold up requests, or that a hostile file could make run wild.

/**
 * What a PDF must not carry: scripts, starts of programs, forms that send or fetch, dynamic forms, other files, media that
 * run, and links into a computer or its network.
 */
export type PdfDanger = 'script' | 'launch' | 'form' | 'xfa' | 'attachment' | 'media' | 'remote';

/** Why a PDF cannot be taken. */
export type PdfRefusal =
  | PdfDanger
  | 'not_pdf'
  | 'cut_off'
  | 'broken'
  | 'encrypted'
  | 'too_many_pages'
  | 'no_pages'
  | 'too_heavy';

export interface PdfFacts {
  pages: number;
  /** Size of the first page, in points (1/72 inch). */
  widthPt: number;
  heightPt: number;
  /** From the file's own data; empty when it has none. */
  title: string;
}

/** A word on a page: text, then left, top, right and bottom as parts of the page's width and height (0 to 1). */
export type PdfWord = [text: string, left: number, top: number, right: number, bottom: number];

export interface PdfPageText {
  text: string;
  words: PdfWord[];
}

/**
 * What a document of Word must not carry: macros, objects of other programs, fields that run or fetch something, and
 * whatever is loaded from elsewhere.
 */
export type WordDanger = 'macros' | 'objects' | 'fields' | 'remote';

/** Why a .docx or an old .doc cannot be taken. `unclear` is a .doc whose content cannot be told. */
export type WordRefusal = WordDanger | 'wrong_type' | 'broken' | 'unclear' | 'too_heavy';

export interface WordText {
  /** Headings, paragraphs, lists and tables; nothing that runs, loads or points elsewhere. */
  html: string;
  /** From the file's own data; empty when it has none. */
  title: string;
}

export interface PdfPiece {
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
  /** Where it is written. */
  out: string;
}

/** Size in px. */
export interface CutPiece {
  name: string;
  width: number;
  height: number;
}

/** Why a picture cannot be taken. */
export type PictureRefusal = 'broken' | 'too_many_pixels';

export interface OpenedPicture {
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** The dominant colour as `#rrggbb`, shown until the picture has loaded. */
  colour: string;
}

export interface Tasks {
  /** Makes a JPEG of a picture, given as a path or as its bytes; a square one where `squarePx` is given. */
  openPicture: {
    input: { source: string | Uint8Array; maxPixels: number; squarePx: number | undefined };
    output: OpenedPicture | { refusal: PictureRefusal };
  };
  inspectPdf: { input: { path: string; maxPages: number }; output: PdfFacts | { refusal: PdfRefusal } };
  /**
   * Writes `<outDir>/<page>-<width>.webp` for each page (from 1) and width, `.avif` as well for the widths in `avif`, and
   * reports each page's text.
   */
  renderPdf: {
    input: { path: string; outDir: string; widths: number[]; avif?: readonly number[]; from?: number; to?: number };
    output: { pages: number };
    progress: { page: number; text: PdfPageText; widthPt: number; heightPt: number };
  };
  /** The text of an old .doc, or of a .docx. */
  readDoc: { input: { path: string }; output: WordText | { refusal: WordRefusal } };
  readDocx: { input: { path: string }; output: WordText | { refusal: WordRefusal } };
  /**
   * Draws a page (from 1) so wide and writes parts of it as WebP: `<outDir>/<name>.webp` for each, which lies where its
   * box says (0 to 1, as of words). Reports each as it is written.
   */
  cutPdf: {
    input: { path: string; outDir: string; page: number; width: number; pieces: PdfPiece[] };
    output: { pieces: CutPiece[] };
    progress: CutPiece;
  };
  /**
   * Compiles a Typst document; writes the PDF to `out` and, when `draw` is given, one of its pages (the last when there
   * are fewer) as WebP. `marks` are labels, such as "story": the values of the document's metadata that carry them come
   * back.
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
