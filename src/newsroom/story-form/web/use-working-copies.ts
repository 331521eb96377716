import { useCallback, useEffect, useMemo, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import {
  type CopiesOf,
  listLocalCopies,
  newId,
  type Offer,
  offersOf,
  readLocalCopy,
  removeLocalCopy,
} from '#src/news/stories/web/local-copies.ts';
import { type WorkingCopy, workingCopiesCalls } from '#src/news/stories/working-copies.contract.ts';
import { localForm, type TypedStory } from '#src/newsroom/lists/web/story-form-data.ts';
import { type CopyState, createWorkingCopySaver, savedCopy } from './working-copy-saver.ts';

/** A working copy that is being continued. */
export interface ContinuedCopy extends Omit<TypedStory, 'form' | 'image'> {
  form: Partial<StoryForm>;
  version: number | null;
}

/** The working copies of a story, or of new stories: what is offered on opening, and saving what is typed. */
export function useWorkingCopies(story?: number) {
  const owner = useSession(({ user }) => user.user_id) ?? 0; // the page is shown to logged-in users only
  const of = useMemo<CopiesOf>(() => ({ owner, story }), [owner, story]);
  const [state, setState] = useState<CopyState>('none');
  const saver = useMemo(() => createWorkingCopySaver(of, setState), [of]);
  // Saves what is left when the form is closed.
  useEffect(() => saver.open(), [saver]);

  const list = useCall(workingCopiesCalls.list, { query: { story } });
  const [offers, setOffers] = useState<Offer[] | null>(null);
  // Only once: later copies are of this visit. Not from a cached list, whose copies may have ended.
  if (offers === null && list.isFetchedAfterMount) {
    const found = offersOf(list.isError ? undefined : list.data, listLocalCopies(of));
    for (const { id } of found.ended) removeLocalCopy(of, id);
    setOffers(found.offers.filter(({ id }) => id !== saver.id()));
  }
  const remove = (offer: Offer) => setOffers((all) => (all ?? []).filter((other) => other !== offer));

  /** Continues an offered copy. Throws ApiError if it is only on the server and cannot be loaded. */
  const resume = async (offer: Offer): Promise<ContinuedCopy> => {
    await savedCopy(offer.id);
    const local = offer.local && (readLocalCopy(of, offer.id) ?? offer.local);
    const stored = await findStored(offer);
    remove(offer);
    if (local && offer.forks) removeLocalCopy(of, offer.id);
    const seen = Math.max(stored?.revision ?? 0, local?.seen ?? 0);
    const version = local ? local.version : (stored?.version ?? null);
    saver.adopt(offer.forks ? { id: newId(), seen: 0, version } : { id: offer.id, seen, version });
    return {
      form: local?.form ?? localForm((stored?.fields ?? {}) as Partial<StoryForm>),
      version,
      removeImage: local?.removeImage ?? stored?.remove_image ?? false,
      copiedImage: stored?.image_url ?? null,
      pictureId: null,
    };
  };
  const discard = async (offer: Offer) => {
    remove(offer);
    if (offer.local) removeLocalCopy(of, offer.id);
    if (offer.remote && !offer.forks) await callApi(workingCopiesCalls.remove, { params: { copy: offer.id } });
  };
  const keep = useCallback((typed: TypedStory, version: number | null) => saver.change(typed, version), [saver]);
  return { offers: offers ?? [], resume, discard, keep, state, saver };
}

/** The copy on the server; undefined if there is none, or if it cannot be loaded and this browser has the text. */
async function findStored({ id, local, forks }: Offer): Promise<WorkingCopy | undefined> {
  if (forks) return undefined;
  try {
    return await callApi(workingCopiesCalls.get, { params: { copy: id } });
  } catch (error) {
    if (local && error instanceof ApiError) return undefined;
    throw error;
  }
}
