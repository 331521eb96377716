import type { Area, TextKey, TextParams } from '#src/messages/catalogue.ts';
import { handOver, takeHandedOver } from './place/handed-over.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  kind: ToastKind;
  /** A text key, or a message of the server. */
  text: TextKey | { sentence: string };
  params?: TextParams;
  /** Shown below the text, in smaller type. */
  detail?: TextKey | { sentence: string };
  /** How long it is shown. Default 5 s, with an action 20 s. */
  durationMs?: number;
  action?: { label: TextKey; run(): void };
}

type Show = (toast: Toast) => void;

let show: Show | undefined;
const queued: Toast[] = [];
const listeners = new Set<() => void>();
let loadTexts: ((areas: Area[]) => void) | undefined;
const areasToPreload = new Set<Area>();
let preload = false;

/** The server's messages in toasts that are shown or queued. */
const toasted = new Set<string>();
const toastedListeners = new Set<() => void>();

export const messageOf = ({ text }: Toast): string | undefined =>
  typeof text === 'string' ? undefined : text.sentence;

/** Whether a toast shows this message of the server. */
export const isToasted = (message: string): boolean => toasted.has(message);

/** Calls the listener when that may have changed. Returns the cleanup. */
export function onToasted(listener: () => void): () => void {
  toastedListeners.add(listener);
  return () => toastedListeners.delete(listener);
}

/** For the toast area: notes whether a toast with this message is shown. */
export function noteToasted(message: string, isShown: boolean): void {
  if (isShown) toasted.add(message);
  else toasted.delete(message);
  for (const listener of toastedListeners) listener();
}

/** How long a toast without an action is shown. */
export const usualMs = 5000;

/** The last toast without an action, and until when it is shown. */
let last: { toast: Toast; until: number } | undefined;

/** Hands the toast that is still shown over to the page that will be loaded. */
export function handOverToast(): void {
  if (last && last.until > Date.now()) handOver('toast', last.toast);
}

function takeHandedToast() {
  const handed = takeHandedOver('toast');
  if (handed) toast(handed as Toast); // handed over by the function above
}

/** Shows a toast. The first one fetches the toast library; readers who never see one do not pay for it. */
export function toast(toast: Toast): void {
  const message = messageOf(toast);
  if (!toast.action) last = { toast, until: Date.now() + (toast.durationMs ?? usualMs) };
  if (message !== undefined) toasted.add(message);
  if (show) show(toast);
  else {
    queued.push(toast);
    for (const listener of listeners) listener();
    if (listeners.size === 0) dispatchEvent(new Event('toast')); // entry.document.ts loads the toast area
  }
}

/** Preloads the toast library and texts, so that a toast can appear without a network. */
export function prepareToasts(areas: Area[] = []): void {
  preload = true;
  for (const area of areas) areasToPreload.add(area);
  loadTexts?.(areas);
  for (const listener of listeners) listener();
}

/** For the toast area: registers a callback for the first toast, or for the preloading. */
export function onFirstToast(listener: () => void): () => void {
  takeHandedToast();
  listeners.add(listener);
  if (queued.length || preload) listener();
  return () => listeners.delete(listener);
}

/** For the toast area: shows the queued toasts, and later ones at once; preloads the requested texts. */
export function startToasts(showNow: Show, load: (areas: Area[]) => void): void {
  show = showNow;
  loadTexts = load;
  load([...areasToPreload]);
  for (const toast of queued.splice(0)) show(toast);
}
