import type { RawPdfium } from './pdf-text.ts';

/** What else is needed of PDFium's module to have a copy written. */
export interface WritingPdfium extends RawPdfium {
  wasmExports: RawPdfium['wasmExports'] & { __indirect_function_table: WebAssembly.Table };
  _FPDF_SaveAsCopy(document: number, fileWrite: number, flags: number): number;
}

const notIncremental = 2; // FPDF_NO_INCREMENTAL: every object anew

// The kinds of action that run something, as PDFium writes them: "/S/JavaScript>>", or the name as an object of its own,
// "4 0 obj\r\n/JavaScript\r\n". A link to "(https://en.wikipedia.org/wiki/JavaScript)" is none. Long enough not to come
// up by chance in compressed bytes.
const running = /(?:\/S|obj\r\n)\/(?:JavaScript|Launch)[\s/()<>[\]]/;
// One that plays media runs something only with a script: "<</JS(app.alert\(1\))/OP 0/S/Rendition>>".
const playing = /(?:\/S|obj\r\n)\/Rendition[\s/()<>[\]]/;
const script = /\/JS[\s(<]/;
const longest = 'obj\r\n/JavaScript>'.length;
const megabyte = 1024 * 1024;

/**
 * Whether the document carries a script or starts a program: on the document, a page, a field or a link. PDFium itself
 * counts the document's own scripts only, and the file's bytes can hide a name by escapes (/Java#53cript) or in
 * compressed objects. So PDFium writes a copy, in which each object that is used stands by itself and each name plain;
 * the copy is looked at as it comes and kept nowhere. Undefined when it cannot be written.
 */
export function runsSomething(pdfium: WritingPdfium, document: number): boolean | undefined {
  if (pdfium._FPDFDoc_GetJavaScriptActionCount(document) > 0) return true;
  let found = false;
  let plays = false;
  let scripted = false;
  let rest = '';
  const look = (_self: number, address: number, bytes: number): number => {
    // A picture comes in one piece, as large as it is.
    for (let at = 0; at < bytes && !found; at += megabyte) {
      const part = Buffer.from(pdfium.HEAPU8.buffer, address + at, Math.min(megabyte, bytes - at));
      const text = rest + part.toString('latin1');
      plays ||= playing.test(text);
      scripted ||= script.test(text);
      found = running.test(text) || (plays && scripted);
      rest = text.slice(-longest);
    }
    return found ? 0 : 1; // 0 ends the writing
  };
  pdfium.wasmExports.__indirect_function_table.set(ourSlot, asWasm(look));
  const fileWrite = pdfium.wasmExports.malloc(8); // FPDF_FILEWRITE: version 1 and the function
  new Int32Array(pdfium.HEAPU8.buffer, fileWrite, 2).set([1, ourSlot]);
  const written = pdfium._FPDF_SaveAsCopy(document, fileWrite, notIncremental);
  pdfium.wasmExports.free(fileWrite);
  if (found) return true;
  return written ? false : undefined;
}

// The module's table of functions cannot grow. Its first entry is empty by convention, as C has no function at 0.
const ourSlot = 0;

// A table takes functions of WebAssembly only: a module that imports ours and exports it again.
function asWasm(run: (...args: number[]) => number) {
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
    [0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f], // a type: three i32 make an i32
    [0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00], // import "e" "f" of that type
    [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00], // export it as "f"
  ].flat();
  return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { e: { f: run } }).exports.f;
}
