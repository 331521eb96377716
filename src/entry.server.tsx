import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { TextsProvider } from './messages/texts.tsx';
import { pageContext } from './page-context.ts';
import { sealScripts } from './platform/http/page-policy.ts';
import { ScriptNonce } from './ui/script-nonce.ts';
import { scriptsLater } from './ui/waking.ts';

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
  const { language, text: t, log, config } = loadContext.get(pageContext);
  const nonce = randomBytes(12).toString('base64url');
  let failed = false;
  const { prelude } = await prerenderToNodeStream(
    <TextsProvider language={language} t={t} need={hasAll}>
      <ScriptNonce value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ScriptNonce>
    </TextsProvider>,
    {
      onError(error) {
        failed = true;
        log.error({ err: error }, 'page did not render');
      },
    },
  );
  const { html, policy } = sealScripts(await text(prelude as Readable), nonce, config.siteUrl); // Node's build gives a Readable
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  return new Response(scriptsLast(scriptsLater(html)), { status: failed ? 500 : status, headers });
}

/** The page can be read before it is alive: its style, type and first picture go ahead of its scripts. */
const scriptsLast = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** Failures that have a page of their own (not found and the like) are answers, not errors; the rest is logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(pageContext).log.error({ err: error, url: request.url }, 'page failed');
};
