import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { TextsProvider } from './messages/texts.tsx';
import { pageContext } from './page-context.ts';
import { hashScripts } from './platform/http/content-security-policy.ts';
import { ScriptNonce } from './ui/script-nonce.ts';

// The server has the whole catalogue, so no texts need loading.
const loadNothing = () => {};

/** Renders the whole page before sending it: its length, its policy and its cache entry need the complete HTML. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language, text: t, log, config } = loadContext.get(pageContext);
  const nonce = randomBytes(12).toString('base64url');
  let failed = false;
  const { prelude } = await prerenderToNodeStream(
    <TextsProvider language={language} t={t} need={loadNothing}>
      <ScriptNonce value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ScriptNonce>
    </TextsProvider>,
    {
      onError(error) {
        failed = true;
        log.error({ err: error }, 'page could not be rendered');
      },
    },
  );
  const { html, policy } = hashScripts(await text(prelude as Readable), nonce, config.siteUrl); // Readable in Node
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** Logs unexpected errors. Responses with an error page, such as 404, are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(pageContext).log.error({ err: error, url: request.url }, 'page failed');
};
