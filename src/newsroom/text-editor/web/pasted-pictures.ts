// The pictures of a document that is pasted: from `data:` URLs, and from Word's RTF. Those of other sites are left out:
// nothing is loaded from there, and a story must not depend on it.
import { bytesOf, picturesInRtf } from './rtf-pictures.ts';

/** Maximum number of pictures that are pasted at once. */
export const mostPictures = 50;

// Web pages have tiny placeholders; no photograph is this small.
const minBytes = 100;

const dataUrl = /^data:(image\/[a-z0-9.+-]{1,20});base64,/i;

/** Where pictures are uploaded to. */
export interface PictureUploads {
  /** Maximum size of a picture. */
  maxBytes: number;
  /** Begins to upload; returns the key of each placeholder. */
  add(files: File[]): number[];
  has(key: number): boolean;
}

/**
 * The pictures of pasted HTML by their elements. Word's HTML names temporary files; its RTF has their bytes, in the same
 * order. If it has more or fewer pictures, none is taken, because it is not known which is which.
 */
export function pastedFiles(body: Element, rtf: string, maxBytes: number): Map<Element, File> {
  const files = new Map<Element, File>();
  const add = (image: Element, bytes: Uint8Array<ArrayBuffer> | undefined, type: string) => {
    const file = bytes && new File([bytes], `pasted.${type.split('/')[1]}`, { type });
    if (file && file.size >= minBytes) files.set(image, file);
  };
  // Not those of list markers.
  const images = [...body.querySelectorAll('img')].filter((it) => !it.closest('[style*="mso-list:Ignore" i]'));
  const sourceOf = (image: Element) => image.getAttribute('src') ?? '';
  const temporary = images.filter((image) => /^(?:file|cid):/i.test(sourceOf(image)));
  const found = temporary.length ? picturesInRtf(rtf) : [];
  const pictures = new Map(found.length === temporary.length ? found.map((it, at) => [temporary[at], it]) : []);
  for (const image of images) {
    if (files.size === mostPictures) break;
    const source = sourceOf(image);
    const [start, type] = dataUrl.exec(source.slice(0, 50)) ?? [];
    const picture = pictures.get(image);
    if (start && type) add(image, bytesOfBase64(source.slice(start.length), maxBytes), type);
    else if (picture?.type) add(image, bytesOf(picture, maxBytes), picture.type);
  }
  return files;
}

function bytesOfBase64(text: string, maxBytes: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > (maxBytes * 4) / 3 + 4) return undefined;
  try {
    return Uint8Array.from(atob(decodeURIComponent(text)), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined; // not Base64
  }
}

/** Replaces the pictures of cleaned HTML by their placeholders; returns how many were left out. */
export function placePictures(body: HTMLElement, files: Map<Element, File>, uploads: PictureUploads): number {
  const images = [...body.querySelectorAll('img')];
  const taken = images.flatMap((image) => {
    const file = files.get(image);
    if (!file) image.remove();
    return file ? { image, file } : [];
  });
  const keys = taken.length ? uploads.add(taken.map(({ file }) => file)) : [];
  // In reverse order: a block that is divided then ends before the placeholders that are already placed.
  for (const [at, { image }] of [...taken.entries()].reverse()) {
    const placeholder = image.ownerDocument.createElement('div');
    placeholder.dataset.upload = String(keys[at]);
    image.replaceWith(placeholder);
    lift(placeholder, body);
  }
  return images.length - taken.length;
}

const textBlocks = 'p, li, h1, h2, h3, h4, h5, h6';
const content = 'img, hr, table';
const isEmpty = (node: Element) => !node.textContent?.trim() && !node.matches(content) && !node.querySelector(content);

/**
 * Moves a placeholder to the top level. A list or a quotation is divided there; the text of a paragraph is not, nor is
 * a table: the placeholder goes below.
 */
function lift(placeholder: HTMLElement, body: HTMLElement): void {
  for (let table = placeholder.closest('table'); table; table = placeholder.closest('table')) table.after(placeholder);
  const range = placeholder.ownerDocument.createRange();
  const block = placeholder.closest(textBlocks);
  if (block) {
    range.selectNodeContents(block);
    range.setEndBefore(placeholder);
    const before = range.toString().trim();
    range.selectNodeContents(block);
    range.setStartAfter(placeholder);
    if (before && range.toString().trim()) block.after(placeholder);
  }
  let top: Element = placeholder;
  while (top.parentElement && top.parentElement !== body) top = top.parentElement;
  if (top === placeholder) return;
  range.setStartAfter(placeholder);
  range.setEndAfter(top);
  const rest = range.extractContents();
  top.after(placeholder);
  removeEmpty(rest, 'firstElementChild');
  removeEmpty(top, 'lastElementChild');
  const list = rest.firstElementChild;
  if (top.localName === 'ol')
    list?.setAttribute('start', String((top as HTMLOListElement).start + top.childElementCount)); // it is an <ol>
  placeholder.after(rest);
  if (isEmpty(top)) top.remove();
}

/** Removes what dividing has left empty, such as an item of a list. */
function removeEmpty(divided: ParentNode, edge: 'firstElementChild' | 'lastElementChild'): void {
  let node = divided[edge];
  while (node && !isEmpty(node)) node = node[edge];
  node?.remove();
}
