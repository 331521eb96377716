// Turns HTML of the clipboard, from Word, Google Docs, a spreadsheet or a web page, into plain HTML of text: headings,
// lists, tables, links and emphasis. What the document cannot hold is left out when it is read.
import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';
import { type PictureUploads, pastedFiles, placePictures } from './pasted-pictures.ts';

const dropped =
  'style, script, meta, link, title, template, noscript, iframe, object, svg, button, select, textarea, input';

/** An element with the HTML. It belongs to no window: no script in it runs, and nothing is loaded. */
function inertElement(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument();
  body.innerHTML = trustedHtml(html as Html); // read here, and never inserted into the page
  return body;
}

/** The cleaned HTML, with placeholders of its pictures, and how many were left out. `rtf` is the same text as RTF. */
export function cleanHtml(html: string, rtf: string, uploads: PictureUploads): { body: HTMLElement; leftOut: number } {
  const body = inertElement(html);
  const files = pastedFiles(body, rtf, uploads.maxBytes); // first: those of hidden pictures are in the RTF too
  for (const element of body.querySelectorAll(dropped)) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[data-upload]'))
    if (!uploads.has(Number(element.dataset.upload))) element.remove(); // of another page
  removeHidden(body);
  // Google Docs wraps everything in <b style="font-weight: normal">.
  for (const wrapper of body.querySelectorAll<HTMLElement>('b[id^=docs-internal-guid]')) unwrap(wrapper);
  for (const title of body.querySelectorAll('h1, p.MsoTitle')) rename(title, 'h2');
  for (const quote of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) wrap(quote, 'blockquote');
  makeLists(body);
  for (const table of [...body.querySelectorAll('table')].reverse()) cleanTable(table);
  for (const bold of body.querySelectorAll<HTMLElement>('h2 *, h3 *, h4 *, h5 *, h6 *, th *')) {
    bold.style.removeProperty('font-weight');
    if (bold.matches('b, strong')) unwrap(bold);
  }
  for (const link of body.querySelectorAll('a')) cleanLink(link);
  replaceSpaces(body);
  return { body, leftOut: placePictures(body, files, uploads) };
}

function removeHidden(body: HTMLElement): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as Comment);
  for (const comment of found) comment.remove();
  // <o:p>, Word's own empty elements, and what it hides
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const style = element.getAttribute('style') ?? '';
    const isEmpty = element.localName.includes(':') && !element.textContent?.trim() && !element.querySelector('img');
    if (isEmpty || /mso-hide:\s*all|display:\s*none/.test(style)) element.remove();
  }
  for (const line of body.querySelectorAll('br.Apple-interchange-newline')) line.remove();
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

function wrap(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  element.replaceWith(wrapper);
  wrapper.append(element);
}

/** Word writes items of lists as paragraphs: `mso-list: l0 level2 lfo1`, with the marker as text that is to be ignored. */
function makeLists(body: HTMLElement): void {
  const levelOf = (element: Element | null) =>
    Number(/mso-list:\s*[^\s:;]+\s+level(\d)/.exec(element?.getAttribute('style') ?? '')?.[1] ?? 0);
  for (const first of [...body.querySelectorAll('p, h2, h3, h4, h5, h6')]) {
    if (!levelOf(first) || !first.isConnected) continue;
    const items: Element[] = [];
    for (let at: Element | null = first; levelOf(at) && at; at = at.nextElementSibling) items.push(at);
    const lists: Element[] = [];
    for (const item of items) {
      const level = Math.min(levelOf(item), lists.length + 1);
      const marker = markerOf(item);
      const name = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(marker) ? 'ol' : 'ul';
      lists.length = Math.min(lists.length, level);
      if (lists[level - 1]?.localName !== name) {
        const list = item.ownerDocument.createElement(name);
        const start = Number.parseInt(marker, 10);
        if (start > 1) list.setAttribute('start', String(start));
        const parent = lists[level - 2]?.lastElementChild;
        if (parent) parent.append(list);
        else item.before(list);
        lists[level - 1] = list;
      }
      const entry = item.ownerDocument.createElement('li');
      entry.append(rename(item, 'p'));
      lists[level - 1]?.append(entry);
    }
  }
}

/** The marker of an item, which is removed. */
function markerOf(item: Element): string {
  const markers = [...item.querySelectorAll('[style*="mso-list"]')].filter((element) =>
    /mso-list:\s*Ignore/i.test(element.getAttribute('style') ?? ''),
  );
  const text = markers
    .map((marker) => marker.textContent ?? '')
    .join('')
    .trim();
  for (const marker of markers) marker.remove();
  return text;
}

/** Rows of the same length, with one paragraph in each cell; a table of one column becomes its paragraphs. */
function cleanTable(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const doc = table.ownerDocument;
  const grid: Element[][] = rows.map(() => []);
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of [...row.cells]) {
      while (grid[at]?.[column]) column += 1;
      const [columns, lines] = [Math.min(cell.colSpan, 50), Math.min(cell.rowSpan, rows.length - at)];
      for (let line = 0; line < lines; line++)
        for (let across = 0; across < columns; across++) {
          const target = grid[at + line];
          if (target) target[column + across] = line || across ? doc.createElement('td') : cell;
        }
      column += columns;
    }
  });
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width < 2) {
    table.replaceWith(...rows.flatMap((row) => [...row.cells].flatMap((cell) => [...cell.childNodes])));
    return;
  }
  const cleaned = doc.createElement('table');
  grid.forEach((cells, at) => {
    const row = cleaned.insertRow();
    for (let column = 0; column < width; column++) row.append(cleanCell(cells[column], at === 0 ? 'th' : 'td', doc));
  });
  table.replaceWith(cleaned);
}

function cleanCell(cell: Element | undefined, name: 'th' | 'td', doc: Document): Element {
  const cleaned = doc.createElement(name);
  const words = doc.createElement('p');
  cleaned.append(words);
  if (!cell) return cleaned;
  const aligned = cell.querySelector<HTMLElement>('[align], [style*="text-align"]') ?? (cell as HTMLElement);
  const align = aligned.style.textAlign || aligned.getAttribute('align');
  if (align === 'right' || align === 'center') cleaned.setAttribute('align', align);
  for (const block of cell.querySelectorAll('p, div, li, br, h2, h3, h4, h5, h6')) block.after(' ');
  for (const block of cell.querySelectorAll('p, div, ul, ol, li, h2, h3, h4, h5, h6, blockquote')) unwrap(block);
  for (const line of cell.querySelectorAll('br')) line.remove();
  words.append(...cell.childNodes);
  return cleaned;
}

/** Google's links lead over its own site; a link within the document leads nowhere. */
function cleanLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  if (!href || href.startsWith('#') || href.startsWith('file:')) {
    unwrap(link);
    return;
  }
  const url = URL.canParse(href) ? new URL(href) : undefined;
  const target = url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null;
  if (target) link.setAttribute('href', target);
}

// Word and Google Docs write two spaces, and spaces beside tags, as no-break spaces.
function replaceSpaces(body: HTMLElement): void {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = text.data.replaceAll('\u00A0', ' ');
  }
}
