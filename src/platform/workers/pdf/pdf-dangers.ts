// Finds forbidden content of a PDF: actions that run, send or fetch something, embedded files, and links to local files
// or the local network. It searches the tokens of every object for names, whatever the structure, since viewers differ
// in how they repair a damaged dictionary.

import { isPrivateTarget } from '../targets.ts';
import type { ForbiddenPdfContent } from '../tasks.ts';
import {
  isDict,
  isName,
  isRef,
  isText,
  type PdfDict,
  type PdfObjects,
  type PdfToken,
  type PdfValue,
} from './pdf-syntax.ts';

// ISO 32000-2, 12.6.4 (actions), 7.11.4 (embedded files), 13.7 (rich media); XFA is of ISO 32000-1, 12.7.8.
const dangerOf: Record<string, ForbiddenPdfContent> = {
  JavaScript: 'script',
  OnInstantiate: 'script', // the script of a 3D annotation
  Launch: 'launch',
  SubmitForm: 'form',
  ImportData: 'form',
  XFA: 'xfa',
  EF: 'attachment',
  GoToE: 'attachment',
  RichMedia: 'media',
};

// Keys whose values are targets.
const targetKeys = new Set(['URI', 'Base', 'F', 'UF', 'DOS', 'Unix', 'Mac']);
const fileKeys = new Set(['F', 'UF', 'DOS', 'Unix', 'Mac']);

/** Collects dangers; `inTokens` is called with the tokens of every object. */
export function openDangerCheck() {
  const found = new Set<ForbiddenPdfContent>();
  let [renditions, renditionScripts] = [false, false];
  const indirect: { key: string; ref: number }[] = [];

  return {
    inTokens(tokens: PdfToken[]) {
      for (const [at, token] of tokens.entries()) {
        if (typeof token !== 'object' || !('name' in token)) continue;
        const { name } = token;
        const next = tokens[at + 1];
        const danger = Object.hasOwn(dangerOf, name) ? dangerOf[name] : undefined;
        // A named destination may have such a name; its value is an array. Of the dangers only XFA has an array as its
        // value.
        const isDestination = typeof next === 'object' && 'word' in next && next.word === '[' && name !== 'XFA';
        if (danger && !isDestination) found.add(danger);
        renditions ||= name === 'Rendition';
        renditionScripts ||= name === 'JS';
        if (!targetKeys.has(name)) continue;
        if (typeof next === 'object' && 'text' in next && leadsTo(name, next.text)) found.add('remote');
        if (typeof next === 'number') indirect.push({ key: name, ref: next });
      }
    },
    /** Call once all objects are known. */
    finish(objects: PdfObjects): ForbiddenPdfContent | 'encrypted' | undefined {
      if (renditions && renditionScripts) found.add('script');
      for (const { key, ref } of indirect)
        for (const value of objects.resolve({ ref }))
          if (isText(value) && leadsTo(key, value.text)) found.add('remote');
      for (const versions of objects.byNumber.values())
        for (const { value, dataAt } of versions) {
          if (!isDict(value)) continue;
          // For viewers that use this trailer as the newest, the rest of the file is encrypted.
          if (value.has('Encrypt')) return 'encrypted';
          if (dataAt !== undefined && isElsewhere(value.get('F'))) found.add('remote');
          if (opensByItself(objects, value)) found.add('remote');
        }
      const [first] = found;
      return first;
    },
  };
}

// The data of a stream can be in an external file.
const isElsewhere = (value: PdfValue | undefined) => isText(value) || isDict(value) || isRef(value);

// Events that are triggered without a click: opening, closing and printing (ISO 32000-2, 12.6.3).
const automaticEvents = ['O', 'C', 'PO', 'PC', 'PV', 'PI', 'WC', 'WS', 'DS', 'WP', 'DP'];
const maxSteps = 20;

// Whether an action opens a URL or another file as soon as the document is viewed.
function opensByItself(objects: PdfObjects, owner: PdfDict): boolean {
  const events = objects.resolve(owner.get('AA')).filter(isDict);
  const actions = [
    owner.get('OpenAction'),
    ...events.flatMap((event) => automaticEvents.map((name) => event.get(name))),
  ];
  for (let step = 0; step < maxSteps && actions.length; step++) {
    const now = actions
      .splice(0)
      .flatMap((action) => objects.resolve(action))
      .filter(isDict);
    const kinds = now.flatMap((action) => objects.resolve(action.get('S'))).filter(isName);
    if (kinds.some(({ name }) => name === 'URI' || name === 'GoToR' || name === 'Thread')) return true;
    for (const next of now.flatMap((action) => objects.resolve(action.get('Next'))))
      actions.push(...(Array.isArray(next) ? next : [next]));
  }
  return actions.length > 0;
}

const leadsTo = (key: string, bytes: string) => isPrivateTarget(decoded(bytes), { file: fileKeys.has(key) });

const byteOrderMarks: [string, string][] = [
  ['\xfe\xff', 'utf-16be'],
  ['\xff\xfe', 'utf-16le'],
  ['\xef\xbb\xbf', 'utf-8'],
];

function decoded(bytes: string): string {
  const [, encoding = 'latin1'] = byteOrderMarks.find(([mark]) => bytes.startsWith(mark)) ?? [];
  return new TextDecoder(encoding).decode(Buffer.from(bytes, 'latin1'));
}
