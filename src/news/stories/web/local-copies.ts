// Working copies in this browser's storage, for the time without a connection or a session.
import { draftPrefix, readDraft } from '#src/client/drafts.ts';
import { localStore } from '#src/client/storage.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import type { WorkingCopyHead } from '../working-copies.contract.ts';

/** A working copy as this browser has it. */
export interface LocalCopy {
  id: string;
  /** The open form that has typed it. */
  writer: string;
  /** The server's revision that it follows; 0 if the server has none. */
  seen: number;
  /** The version of the story that it was begun on. */
  version: number | null;
  form: Partial<StoryForm>;
  removeImage: boolean;
  at: string;
  /** Whether the server does not have it yet. */
  unsent: boolean;
}

/** Creates a copy that the server does not have, and that belongs to no open form. */
export const unsentCopy = (form: LocalCopy['form'], version: number | null): LocalCopy => ({
  ...{ id: newId(), writer: newId(), seen: 0, version, form },
  ...{ removeImage: false, at: new Date().toISOString(), unsent: true },
});

/** The user and the story of copies; no story for new ones. */
export interface CopiesOf {
  owner: number;
  story: number | undefined;
}

const beginning = ({ owner }: CopiesOf) => `${draftPrefix}${owner}:`;
const ending = ({ story }: CopiesOf) => `story-form:${story ?? 'new'}`;
const keyOf = (of: CopiesOf, id: string) => `${beginning(of)}${id}:${ending(of)}`;

export const writeLocalCopy = (of: CopiesOf, copy: LocalCopy): void =>
  localStore().setItem(keyOf(of, copy.id), JSON.stringify(copy));

export const removeLocalCopy = (of: CopiesOf, id: string): void => localStore().removeItem(keyOf(of, id));

export const readLocalCopy = (of: CopiesOf, id: string): LocalCopy | undefined => parse(keyOf(of, id));

export function listLocalCopies(of: CopiesOf): LocalCopy[] {
  adoptFormerDraft(of);
  return localStore()
    .keys()
    .filter((key) => key.startsWith(beginning(of)) && key.endsWith(`:${ending(of)}`))
    .flatMap((key) => parse(key) ?? []);
}

function parse(key: string): LocalCopy | undefined {
  const copy = readDraft<LocalCopy>(key);
  return copy?.form ? copy : undefined;
}

// Earlier releases had one draft for each story and one for all new stories, without a version.
function adoptFormerDraft(of: CopiesOf) {
  const key = beginning(of) + ending(of);
  const form = readDraft<Partial<StoryForm>>(key);
  if (form) writeLocalCopy(of, unsentCopy(form, null));
  localStore().removeItem(key);
}

/** A working copy that is offered: as the server has it, as this browser has it, or both. */
export interface Offer {
  id: string;
  title: string;
  at: string;
  /** Set if this browser has the newer text. */
  local?: LocalCopy;
  remote?: WorkingCopyHead;
  /** The server's copy has ended or was continued elsewhere: the text in this browser gets a copy of its own. */
  forks?: true;
}

/**
 * The working copies to offer, newest first, and those in this browser that have ended. `remote` is undefined while the
 * server cannot be reached. Where both have changed a copy, both texts are offered.
 */
export function offersOf(
  remote: WorkingCopyHead[] | undefined,
  local: LocalCopy[],
): { offers: Offer[]; ended: LocalCopy[] } {
  const offers: Offer[] = [];
  const ended: LocalCopy[] = [];
  const continued = new Set<string>();
  for (const copy of local) {
    const { id, form, at, seen, writer, unsent } = copy;
    const offer = { id, title: form.news_title ?? '', at, local: copy };
    const known = remote?.find((head) => head.id === id);
    if (!remote) offers.push(offer);
    else if (!unsent) ended.push(...(known ? [] : [copy]));
    else if (known && (known.revision === seen || known.writer === writer)) {
      offers.push({ ...offer, remote: known });
      continued.add(id);
    } else offers.push(seen === 0 && !known ? offer : { ...offer, forks: true });
  }
  for (const head of remote ?? [])
    if (!continued.has(head.id))
      offers.push({ id: head.id, title: head.news_title, at: head.updated_at, remote: head });
  return { offers: offers.toSorted((one, other) => other.at.localeCompare(one.at)), ended };
}

/** A random UUID (version 4). `crypto.randomUUID` exists only on HTTPS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
