import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { useRoleIn } from '#src/news/categories/web/use-sections.ts';
import { AddCorrection } from '#src/news/corrections/web/add-correction.tsx';
import { type ChangedStory, NewsItem, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { mayChange } from '#src/news/stories/story-states.rules.ts';
import type { Offer } from '#src/news/stories/web/local-copies.ts';
import { Collaboration } from '#src/newsroom/lists/web/collaboration.tsx';
import { isSameInput, storyFormData, type TypedStory, typedOf } from '#src/newsroom/lists/web/story-form-data.ts';
import { StoryPresence } from '#src/newsroom/lists/web/story-presence.tsx';
import { DifferencesStyle } from '#src/ui/differences.tsx';
import { CopyOffers, CopyStateLine } from './copy-offers.tsx';
import { Base, mergeCopy, mergeCorrected, mergeSaved } from './merged-input.ts';
import { type Conflict, StoryConflict } from './story-conflict.tsx';
import { StoryForm } from './story-form.tsx';
import { useWorkingCopies } from './use-working-copies.ts';

interface EditStoryProps {
  item: NewsItem;
  categories: Category[];
  needsApproval: boolean;
  pictureMegabytes: number;
}

/** The form of a stored story, with its working copies and the conflicts with other editors. */
export function EditStory({ item, ...rest }: EditStoryProps) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  // The version that the text is based on is older than the stored story until the conflicts with it are resolved.
  const [{ stored, version, initial }, setBasis] = useState(() => ({
    stored: item,
    version: item.version,
    initial: typedOf(item),
  }));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [takenIn, setTakenIn] = useState('');
  const { offers, resume, discard, keep, state, saver } = useWorkingCopies(item.id);
  const newest = useRef(initial);
  const change = useCallback(
    (now: TypedStory) => {
      newest.current = now;
      keep(now, version || null);
    },
    [keep, version],
  );
  /** Resets the form to `next`, based on a version of the stored story. */
  const goOn = (next: TypedStory, stored: NewsItem, version = stored.version) => {
    newest.current = next;
    setBasis({ stored, version, initial: next });
  };

  const save = async (sent: TypedStory, stays: boolean) => {
    await saver.settle();
    const form = storyFormData(sent, saver.id());
    form.set('version', String(version));
    try {
      const saved = await uploadForm(storiesCalls.update, { params: { id: item.id }, form });
      saver.end();
      const sentence = takenInText(saved.merged);
      toast({ kind: 'success', text: 'newsroom.updated', ...(sentence && { detail: { sentence } }) });
      if (stays) {
        const { next, isTyped } = mergeSaved(saved, sent, newest.current);
        setTakenIn(sentence);
        goOn(next, saved);
        if (isTyped) keep(next, saved.version);
      } else navigate(to('/news'));
      return undefined;
    } catch (error) {
      saver.resume();
      const body = error instanceof ApiError && error.status === 409 ? error.body : undefined;
      const { data: theirs } = NewsItem.safeParse(body?.current);
      if (theirs) {
        setConflict({ theirs, base: Base.safeParse(body?.base).data, mine: newest.current });
        return {};
      }
      toastFailure(error, 'newsroom.updateFailed', { always: true });
      return (error as ApiError).fields; // toastFailure throws all other errors
    }
  };
  const takenInText = (merged: ChangedStory['merged']) => {
    if (!merged?.fields.length) return '';
    const { authors } = merged;
    return authors.length ? t('editing.takenIn', { authors: authors.join(', ') }) : t('editing.takenInUnknown');
  };

  const onContinue = async (offer: Offer) => {
    const copy = await resume(offer);
    const { merged, changed, mine, base } = await mergeCopy(copy, stored);
    const version = merged ? stored.version : copy.version;
    goOn(merged ?? mine, stored, version ?? 0);
    keep(merged ?? mine, version);
    if (mine) setConflict({ theirs: stored, base, mine });
    if (changed) setTakenIn(t('editing.takenInUnknown'));
  };

  /** Merges a correction that was added to the stored story into what is typed. */
  const takeIn = (corrected: NewsItem) => {
    // Otherwise the next save merges both, or shows the conflict.
    if (version !== stored.version || conflict) return;
    const next = mergeCorrected(corrected, stored, newest.current);
    if (!next) return;
    const isTyped = !isSameInput(newest.current, initial);
    goOn(next, corrected);
    if (isTyped) keep(next, corrected.version);
  };

  return (
    <>
      <StoryHead story={stored} onCorrected={takeIn} />
      <DifferencesStyle />
      <StoryPresence id={item.id} version={Math.max(version, stored.version)} />
      {!conflict && <CopyOffers offers={offers} onContinue={onContinue} onDiscard={discard} />}
      {takenIn && (
        <p role="status" className="mb-6 border border-ink bg-wash p-4">
          {takenIn}
        </p>
      )}
      {conflict && (
        <StoryConflict
          conflict={conflict}
          newest={() => newest.current}
          onResolved={(resolved) => {
            // The next save is based on the other editor's version.
            goOn(resolved, conflict.theirs);
            setConflict(null);
            if (!isSameInput(resolved, typedOf(conflict.theirs))) keep(resolved, conflict.theirs.version);
          }}
        />
      )}
      <StoryForm
        {...rest}
        initial={initial}
        stored={stored}
        onSubmit={save}
        onChange={change}
        copyState={<CopyStateLine state={state} />}
      />
      <Collaboration id={item.id} />
    </>
  );
}

/** Links to what belongs to a story, and whether the user may change it. */
function StoryHead({ story, onCorrected }: { story: NewsItem; onCorrected(corrected: NewsItem): void }) {
  const { t } = useTexts();
  const to = usePaths();
  const { id, status, news_category } = story;
  const isMine = mayChange({ role: useRoleIn()(news_category), own: true }, status);
  return (
    <>
      {!isMine && (
        <p role="status" className="mb-6 border border-ink bg-wash p-4">
          {t('newsroom.notYourStep')}
        </p>
      )}
      <div className="-mt-4 mb-6 flex flex-wrap gap-6">
        <a className="link" href={to('/admin/edit/:id/preview', { id })} target="_blank" rel="noopener">
          {t('newsroom.preview')}
        </a>
        <a className="link" href={to('/admin/edit/:id/history', { id })}>
          {t('editing.history')}
        </a>
        {isMine && <AddCorrection id={id} onAdded={onCorrected} />}
        <a className="link" href={to('/admin/edit/:id/live', { id })}>
          {t('coverage.title')}
        </a>
      </div>
    </>
  );
}
