import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { TextsProvider } from './messages/texts.tsx';
import { pageContext } from './page-context.ts';

// The server has the whole catalogue.
const hasAll = () => {};

/** Renders a page whole: its length, its policy and its copy for the next reader are made from the finished text. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language, text: t, log } = loadContext.get(pageContext);
  let failed = false;
  const { prelude } = await prerenderToNodeStream(
    <TextsProvider language={language} t={t} need={hasAll}>
      <ServerRouter context={routerContext} url={request.url} />
    </TextsProvider>,
    {
      onError(error) {
        failed = true;
        log.error({ err: error }, 'page did not render');
      },
    },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(await text(prelude as Readable), { status: failed ? 500 : status, headers }); // Node's build gives a Readable
}

/** Failures that have a page of their own (not found and the like) are answers, not errors; the rest is logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(pageContext).log.error({ err: error, url: request.url }, 'page failed');
};
