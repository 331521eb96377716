import { ApiError } from '#src/client/api-error.ts';
import { useSession } from '#src/client/session.ts';
import { uploadForm } from '#src/client/upload.ts';
import { notifyPreviews } from '#src/news/published/web/preview-updates.ts';
import {
  type CopiesOf,
  type LocalCopy,
  newId,
  readLocalCopy,
  removeLocalCopy,
  writeLocalCopy,
} from '#src/news/stories/web/local-copies.ts';
import { workingCopiesCalls } from '#src/news/stories/working-copies.contract.ts';
import { isSameInput, publishAt, setImage, type TypedStory } from '#src/newsroom/lists/web/story-form-data.ts';

/** Where the newest text is: on the way, on the server, or only in this browser. */
export type CopyState = 'none' | 'saving' | 'saved' | 'browser';

const browserMs = 500;
const serverMs = 2000;
const retryMs = 10_000;
/** How long a save of the story waits for one of its working copy. */
const settleMs = 5000;

// A 401 for what is saved in the background must not lead away from the form.
const saveCall = { ...workingCopiesCalls.save, who: 'anyone' } as const;

/** Saves under way by copy, also those of forms that were left. */
const underWay = new Map<string, Promise<void>>();
export const savedCopy = (id: string): Promise<void> => underWay.get(id) ?? Promise.resolve();

/** Saves what is typed in one story form, every few seconds: in this browser, and as a working copy on the server. */
export function createWorkingCopySaver(of: CopiesOf, onState: (state: CopyState) => void) {
  const writer = newId();
  let copy = emptyCopy();
  let newest: TypedStory | undefined;
  let unsent: TypedStory | undefined;
  /** The chosen picture that the server has, or has refused. */
  let doneImage: File | null = null;
  let paused = false;
  let opened = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let browserTimer: ReturnType<typeof setTimeout> | undefined;

  function emptyCopy(): LocalCopy {
    return { id: newId(), writer, seen: 0, version: null, form: {}, removeImage: false, at: '', unsent: false };
  }
  const writeToBrowser = () => {
    clearTimeout(browserTimer);
    if (browserTimer !== undefined) writeLocalCopy(of, copy);
    browserTimer = undefined;
  };
  const schedule = (delayMs: number) => {
    if (timer === undefined && !paused && opened) timer = setTimeout(() => void send(), delayMs);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  async function send() {
    stop();
    const current = unsent;
    if (!current || underWay.has(copy.id)) return;
    const { token, user_id } = useSession.getState().user;
    if (!token || user_id !== of.owner) {
      onState('browser');
      return schedule(retryMs);
    }
    unsent = undefined;
    onState('saving');
    const { id } = copy;
    const saving = save(current, copy).finally(() => underWay.delete(id));
    underWay.set(id, saving);
    await saving;
    if (unsent) schedule(serverMs);
  }

  async function save(current: TypedStory, target: LocalCopy) {
    const image = current.image === doneImage ? null : current.image;
    try {
      const form = copyFormData(of, target, { ...current, image });
      const { revision } = await uploadForm(saveCall, { params: { copy: target.id }, form });
      doneImage = current.image;
      target.seen = revision;
      target.unsent = target === copy && unsent !== undefined;
      if (target !== copy && !readLocalCopy(of, target.id)) return; // ended meanwhile
      writeLocalCopy(of, target);
      onState(target.unsent ? 'saving' : 'saved');
      if (of.story !== undefined) notifyPreviews(of.story);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (target !== copy) return;
      unsent ??= current;
      const isRefused = 'image' in error.fields || error.status === 413;
      if (error.status === 409) fork();
      else if (image && isRefused)
        doneImage = image; // the form shows the error when the story is saved
      else {
        onState('browser');
        if (error.status === 422) unsent = undefined; // until something else is typed
        stop();
        schedule(retryMs);
      }
    }
  }

  /** Continues under a new id: the copy has ended, or was continued elsewhere. */
  function fork() {
    removeLocalCopy(of, copy.id);
    copy = { ...copy, id: newId(), seen: 0 };
    doneImage = null;
    writeLocalCopy(of, copy);
  }

  const retry = () => {
    stop();
    schedule(0);
  };

  return {
    id: () => copy.id,
    /** Starts saving; returns the cleanup, which saves what is left. */
    open() {
      opened = true;
      window.addEventListener('online', retry);
      window.addEventListener('pagehide', writeToBrowser);
      return () => {
        window.removeEventListener('online', retry);
        window.removeEventListener('pagehide', writeToBrowser);
        writeToBrowser();
        void send();
        opened = false;
        stop();
      };
    },
    /** Saves what is in the form, which was begun on a version of the story. */
    change(typed: TypedStory, version: number | null) {
      if (newest && isSameInput(newest, typed) && copy.version === version) return;
      newest = typed;
      unsent = typed;
      const { form, removeImage } = typed;
      Object.assign(copy, { form, removeImage, version, at: new Date().toISOString(), unsent: true });
      browserTimer ??= setTimeout(writeToBrowser, browserMs);
      schedule(serverMs);
    },
    /** Continues a working copy of an earlier visit. */
    adopt({ id, seen, version }: Pick<LocalCopy, 'id' | 'seen' | 'version'>) {
      writeToBrowser();
      void send();
      stop();
      copy = { ...emptyCopy(), id, seen, version };
      [newest, unsent, doneImage] = [undefined, undefined, null];
    },
    /** Pauses, and waits for the running save: none may arrive after that of the story. */
    async settle() {
      paused = true;
      stop();
      await Promise.race([savedCopy(copy.id), new Promise((done) => setTimeout(done, settleMs))]);
    },
    /** Continues after a save of the story that has failed. */
    resume() {
      paused = false;
      if (unsent) schedule(serverMs);
    },
    /** The story was saved, which has ended the working copy: what follows is a new one. */
    end() {
      stop();
      clearTimeout(browserTimer);
      browserTimer = undefined;
      removeLocalCopy(of, copy.id);
      copy = emptyCopy();
      [newest, unsent, doneImage] = [undefined, undefined, null];
      paused = false;
      onState('none');
      if (of.story !== undefined) notifyPreviews(of.story);
    },
  };
}

function copyFormData({ story }: CopiesOf, { writer, seen, version }: LocalCopy, typed: TypedStory): FormData {
  const data = new FormData();
  const { form, image, removeImage, pictureId } = typed;
  for (const [name, value] of Object.entries({ ...form, publish_at: publishAt(form) })) data.set(name, String(value));
  for (const [name, value] of Object.entries({ writer, seen, story, version }))
    if (value !== undefined && value !== null) data.set(name, String(value));
  if (removeImage) data.set('remove_image', 'true');
  if (image) setImage(data, image);
  else if (pictureId !== null) data.set('picture_id', String(pictureId));
  return data;
}
