import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { translateAsync } from '#src/messages/browser-catalogue.ts';
import { storyListCalls } from '#src/news/stories/story-list.contract.ts';

/** The numbers of drafts and scheduled stories as a text, for the menu; empty if they could not be loaded. */
export async function describeWaiting(): Promise<string> {
  try {
    return await translateAsync('stories.waiting', await callApi(storyListCalls.counts));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return '';
  }
}
