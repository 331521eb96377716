import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { replacesAuthors } from '#src/news/authors/authors.rules.ts';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { useRoleIn } from '#src/news/categories/web/use-sections.ts';
import { AddCorrection } from '#src/news/corrections/web/add-correction.tsx';
import { StoryForm as FormValues } from '#src/news/schema/story-fields.contract.ts';
import { mergeStories } from '#src/news/stories/merge.rules.ts';
import { type ChangedStory, NewsItem, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { formOf } from '#src/news/stories/stories.rules.ts';
import { mayChange } from '#src/news/stories/story-states.rules.ts';
import type { Offer } from '#src/news/stories/web/local-copies.ts';
import { historyCalls } from '#src/newsroom/lists/history.contract.ts';
import { Collaboration } from '#src/newsroom/lists/web/collaboration.tsx';
import {
  isSameInput,
  localForm,
  noNewPicture,
  pictureName,
  storyFormData,
  type TypedStory,
  typedOf,
} from '#src/newsroom/lists/web/story-form-data.ts';
import { StoryPresence } from '#src/newsroom/lists/web/story-presence.tsx';
import { DifferencesStyle } from '#src/ui/differences.tsx';
import { CopyOffers, CopyStateLine } from './copy-offers.tsx';
import { StoryConflict } from './story-conflict.tsx';
import { StoryForm } from './story-form.tsx';
import { useWorkingCopies } from './use-working-copies.ts';

/** The version that two editors have begun with, and its picture. */
const Base = FormValues.extend({ image: z.string().nullable().optional() });
type Base = z.infer<typeof Base>;

/** The form of a stored story, with its working copies and the conflicts with other editors. */
export function EditStory(props: {
  item: NewsItem;
  categories: Category[];
  needsApproval: boolean;
  pictureMegabytes: number;
}) {
  const { item, categories, needsApproval, pictureMegabytes } = props;
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const [base, setBase] = useState(item);
  const [initial, setInitial] = useState(() => typedOf(item));
  const [conflict, setConflict] = useState<{ theirs: NewsItem; base: Base | undefined; mine: TypedStory } | null>(null);
  const [takenIn, setTakenIn] = useState('');
  const { offers, resume, discard, keep, state, saver } = useWorkingCopies(item.id);
  const newest = useRef(initial);
  // The version that the form's text is based on: an older one, until the conflicts with the stored story are resolved.
  const [version, setVersion] = useState(item.version);
  const change = useCallback(
    (now: TypedStory) => {
      newest.current = now;
      keep(now, version || null);
    },
    [keep, version],
  );
  /** Resets the form. */
  const show = (now: TypedStory) => {
    newest.current = now;
    setInitial(now);
  };
  const takenInText = ({ authors, fields }: NonNullable<ChangedStory['merged']>) =>
    fields.length === 0
      ? ''
      : authors.length
        ? t('editing.takenIn', { authors: authors.join(', ') })
        : t('editing.takenInUnknown');

  /** After a save that stays: the form goes on with the stored story, and with what was typed meanwhile. */
  const goOn = (saved: ChangedStory, sent: TypedStory) => {
    const now = newest.current;
    const image = now.image === sent.image ? null : now.image;
    const form = saved.merged ? localForm(mergeStories(sent.form, formOf(saved), now.form).form) : now.form;
    const chosen = now.pictureId === sent.pictureId ? {} : { copiedImage: now.copiedImage, pictureId: now.pictureId };
    const next = { ...noNewPicture, form, image, removeImage: now.removeImage && !sent.removeImage, ...chosen };
    setBase(saved);
    setVersion(saved.version);
    setTakenIn(saved.merged ? takenInText(saved.merged) : '');
    const isTyped =
      image !== null ||
      next.pictureId !== null ||
      next.removeImage ||
      JSON.stringify(now.form) !== JSON.stringify(sent.form);
    show(next);
    if (isTyped) keep(next, saved.version);
  };

  const save = async (sent: TypedStory, stays: boolean) => {
    await saver.settle();
    const form = storyFormData(sent, saver.id());
    form.set('version', String(version));
    try {
      const saved = await uploadForm(storiesCalls.update, { params: { id: item.id }, form });
      saver.end();
      const detail = saved.merged && takenInText(saved.merged);
      toast({ kind: 'success', text: 'newsroom.updated', ...(detail && { detail: { sentence: detail } }) });
      if (stays) goOn(saved, sent);
      else navigate(to('/news'));
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

  /** Continues a working copy. If the story has changed since it was begun, both are merged. */
  const onContinue = async (offer: Offer) => {
    const copy = await resume(offer);
    const stored = typedOf(base).form;
    // A copy from before there were authors has its byline as a text.
    const byline = replacesAuthors(copy.form, stored) && { authors: '' };
    const mine: TypedStory = { ...copy, form: { ...stored, ...copy.form, ...byline }, image: null };
    const isNewest = copy.version === base.version;
    const begun = isNewest ? undefined : await findBase(item.id, copy.version);
    const merge = isNewest ? undefined : mergeStories(begun, formOf(base), mine.form);
    const touchesPicture = (mine.removeImage || mine.copiedImage !== null) && begun?.image !== base.image;
    if (merge && (merge.conflicts.length || touchesPicture)) {
      show(mine);
      setVersion(copy.version ?? 0);
      keep(mine, copy.version);
      return setConflict({ theirs: base, base: begun, mine });
    }
    if (merge?.changedBy.theirs.length) setTakenIn(t('editing.takenInUnknown'));
    const next = merge ? { ...mine, form: localForm(merge.form) } : mine;
    show(next);
    setVersion(base.version);
    keep(next, base.version);
  };

  /** Takes a correction that was added to the stored story into what is typed. */
  const takeIn = (corrected: NewsItem) => {
    // Otherwise the next save merges both, or shows the conflict.
    if (version !== base.version || conflict) return;
    const now = newest.current;
    const { form, conflicts } = mergeStories(localForm(formOf(base)), localForm(formOf(corrected)), now.form);
    if (conflicts.length) return;
    const isTyped = !isSameInput(now, initial);
    setBase(corrected);
    setVersion(corrected.version);
    show({ ...now, form });
    if (isTyped) keep({ ...now, form }, corrected.version);
  };

  const role = useRoleIn()(base.news_category);
  return (
    <>
      {!mayChange({ role, own: true }, base.status) && (
        <p role="status" className="mb-6 border border-ink bg-wash p-4">
          {t('newsroom.notYourStep')}
        </p>
      )}
      <div className="-mt-4 mb-6 flex flex-wrap gap-6">
        <a className="link" href={to('/admin/edit/:id/preview', { id: item.id })} target="_blank" rel="noopener">
          {t('newsroom.preview')}
        </a>
        <a className="link" href={to('/admin/edit/:id/history', { id: item.id })}>
          {t('editing.history')}
        </a>
        {mayChange({ role, own: true }, base.status) && <AddCorrection id={item.id} onAdded={takeIn} />}
        <a className="link" href={to('/admin/edit/:id/live', { id: item.id })}>
          {t('coverage.title')}
        </a>
      </div>
      <DifferencesStyle />
      <StoryPresence id={item.id} version={Math.max(version, base.version)} />
      {!conflict && <CopyOffers offers={offers} onContinue={onContinue} onDiscard={discard} />}
      {takenIn && (
        <p role="status" className="mb-6 border border-ink bg-wash p-4">
          {takenIn}
        </p>
      )}
      {conflict && (
        <StoryConflict
          {...conflict}
          newest={() => newest.current}
          onResolved={(resolved) => {
            // The next save is based on the other editor's version.
            setBase(conflict.theirs);
            setVersion(conflict.theirs.version);
            setConflict(null);
            show(resolved);
            if (!isSameInput(resolved, typedOf(conflict.theirs))) keep(resolved, conflict.theirs.version);
          }}
        />
      )}
      <StoryForm
        id={item.id}
        initial={initial}
        categories={categories}
        currentImage={base.image_url}
        submitLabel={t('newsroom.update')}
        busyLabel={t('newsroom.updating')}
        onSubmit={save}
        onChange={change}
        standing={{ from: base.status, category: base.news_category, needsApproval }}
        copyState={<CopyStateLine state={state} />}
        pictureMegabytes={pictureMegabytes}
        descriptionRequired
      />
      <Collaboration id={item.id} />
    </>
  );
}

/** The version that a working copy was begun with; undefined if it is not known any more. */
async function findBase(id: number, version: number | null): Promise<Base | undefined> {
  if (version === null) return undefined;
  try {
    const { fields, image_url } = await callApi(historyCalls.revision, { params: { id, version } });
    return Base.safeParse({ ...fields, image: pictureName(image_url) || null }).data;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
