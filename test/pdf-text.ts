import { PDFiumLibrary } from '@hyzyla/pdfium';

/** The text of a PDF, page by page; lines are joined by single spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const text = [...document.pages()].map((page) => page.getText()).join(' ');
  document.destroy();
  library.destroy();
  return text.replaceAll(/\s+/g, ' ');
}
