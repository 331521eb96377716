import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { toast } from '#src/client/toasts.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import {
  type BulkAction,
  type BulkFailure,
  type ListedStory,
  storyListCalls,
} from '#src/news/stories/story-list.contract.ts';

export interface MoveTarget {
  category: string;
  sub_category: string;
  submenu?: string | undefined;
}

const namedAtMost = 5;

/** Loads the list and the menu's counts again. */
const reload = () => Promise.all([storyListCalls.list, storyListCalls.counts].map(refetch));

/**
 * Runs a bulk action, shows its result in one toast, with its undo, and reloads the list. Returns the ids of the stories
 * that were not changed.
 */
export async function runBulkAction(
  t: Translate,
  action: BulkAction,
  stories: ListedStory[],
  to?: MoveTarget,
): Promise<number[]> {
  const body = { action, stories: stories.map(({ id, version }) => ({ id, version })), ...(to && { to }) };
  try {
    const { changed, failed, undo } = await callApi(storyListCalls.bulk, { body });
    toast({
      kind: failed.length ? 'error' : 'success',
      text: changed.length ? `stories.done_${action}` : 'stories.nothingDone',
      params: { count: changed.length },
      ...(failed.length && { detail: failureText(t, failed) }),
      ...(undo !== null && { action: { label: 'newsroom.undo', run: undoOnce(t, undo) } }),
    });
    await reload();
    return failed.map(({ id }) => id);
  } catch (error) {
    toastFailure(error, 'stories.bulkFailed');
    return stories.map(({ id }) => id);
  }
}

// The toast stays for a while after its button was pressed.
function undoOnce(t: Translate, id: number) {
  let pressed = false;
  return () => {
    if (!pressed) void undoBulkAction(t, id);
    pressed = true;
  };
}

async function undoBulkAction(t: Translate, id: number) {
  try {
    const { restored, failed } = await callApi(storyListCalls.undo, { params: { id } });
    toast({
      kind: failed.length ? 'error' : 'success',
      text: 'stories.undone',
      params: { count: restored.length },
      ...(failed.length && { detail: failureText(t, failed) }),
    });
  } catch (error) {
    toastFailure(error, 'stories.notUndone');
  }
  await reload();
}

function failureText(t: Translate, failed: BulkFailure[]) {
  const named = failed.slice(0, namedAtMost).map(({ id, title, error }) => `“${title ?? id}” (${error})`);
  const more = failed.length - named.length;
  if (more > 0) named.push(t('stories.andMore', { count: more }));
  return { sentence: t('stories.notChanged', { stories: named.join('; ') }) };
}
