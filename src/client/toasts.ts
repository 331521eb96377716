import type { Area, TextKey, TextParams } from '#src/messages/catalogue.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  kind: ToastKind;
  /** A text of the catalogue, or a sentence of the server. */
  text: TextKey | { sentence: string };
  params?: TextParams;
  /** Shown below the text, in smaller type. */
  detail?: TextKey | { sentence: string };
  /** How long it stays; 5 s, with an action 20 s, unless the screen asks for another time. */
  durationMs?: number;
  action?: { label: TextKey; run(): void };
}

type Show = (toast: Toast) => void;

let show: Show | undefined;
const waiting: Toast[] = [];
const wanted = new Set<() => void>();
let loadTexts: ((areas: Area[]) => void) | undefined;
const areasAhead = new Set<Area>();
let early = false;

/** Shows a toast. The first one fetches the toast library; readers who never see one do not pay for it. */
export function toast(toast: Toast): void {
  if (show) show(toast);
  else {
    waiting.push(toast);
    for (const want of wanted) want();
  }
}

/** Preloads the toast library and texts, so that a toast can appear without a network. */
export function prepareToasts(areas: Area[] = []): void {
  early = true;
  for (const area of areas) areasAhead.add(area);
  loadTexts?.(areas);
  for (const want of wanted) want();
}

/** For the toast area: registers a callback for the first toast, or for the preloading. */
export function onFirstToast(want: () => void): () => void {
  wanted.add(want);
  if (waiting.length || early) want();
  return () => wanted.delete(want);
}

/** For the toast area: shows what has waited, and from now on everything; fetches the texts that are wanted ahead. */
export function startToasts(showNow: Show, load: (areas: Area[]) => void): void {
  show = showNow;
  loadTexts = load;
  load([...areasAhead]);
  for (const toast of waiting.splice(0)) show(toast);
}
