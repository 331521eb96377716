import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { islandFiles, script } from 'virtual:document-script';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { pageContext } from '#src/platform/http/page-loader.ts';
import { escapeXml } from '#src/platform/text/xml.ts';
import type { Translate } from './messages/catalogue.ts';
import { TextsProvider } from './messages/texts.tsx';
import { hashScripts } from './platform/http/content-security-policy.ts';
import { errorReference } from './platform/http/error-reference.ts';
import { HtmlResponse } from './platform/http/html-response.ts';
import { type DocumentPage, DocumentPageContext } from './ui/document/document-page.ts';
import { ScriptNonce } from './ui/script-nonce.ts';

// The server has the whole catalogue, so no texts need loading.
const loadNothing = () => {};

// A Suspense boundary in which a component failed or suspended: `renderToString` reports neither. Texts are escaped.
const failedBoundary = '<!--$!-->';

/** Renders the whole page before sending it: its length, its policy and its cache entry need the complete HTML. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language, text: t, log, config, requestId } = loadContext.get(pageContext);
  const nonce = randomBytes(16).toString('base64url');
  const page = leadsToDocument(routerContext) ? openDocument(routerContext) : undefined;
  if (!page) await readLoaderData(routerContext);
  const rendered = renderToString(
    <TextsProvider language={language} t={t} need={loadNothing}>
      <ScriptNonce value={nonce}>
        <DocumentPageContext value={page}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </DocumentPageContext>
      </ScriptNonce>
    </TextsProvider>,
  );
  const failed = rendered.includes(failedBoundary);
  if (failed) log.error('page could not be rendered completely');
  const shown = status >= 500 && requestId ? withReference(rendered, t, requestId) : rendered;
  const { html, policy } = hashScripts(`<!DOCTYPE html>${shown}`, nonce, config.siteUrl);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  return new HtmlResponse(html, { status: failed ? 500 : status, headers });
}

const components = import.meta.glob<ComponentType>('./**/*.island.tsx', { import: 'default', eager: true });
const islandNames = new Map(Object.entries(components).map(([name, component]) => [component, name]));

// Below the layout of documents, or where no page has matched.
const leadsToDocument = ({ staticHandlerContext: { matches } }: EntryContext) =>
  matches.length <= 1 || matches.some(({ route }) => route.id === 'document');

/** A document without data for the browser, whose islands are rendered each as a tree of its own. */
function openDocument(context: EntryContext): DocumentPage {
  void context.serverHandoffStream?.cancel();
  delete context.serverHandoffStream;
  return {
    script,
    islandFiles,
    renderIsland(island, framed) {
      const name = islandNames.get(island);
      if (!name) throw new Error('An island is the default export of a file *.island.tsx');
      return { name, html: renderToString(framed, { identifierPrefix: name }) };
    },
  };
}

/** Adds the request's id to the text of the error page, which accepts it in hydration: ui/error-page.tsx. */
function withReference(html: string, t: Translate, requestId: string): string {
  const end = `${escapeXml(t('shell.errorText'))}</p>`;
  return html.replace(end, () => `${end.slice(0, -'</p>'.length)}<br>${errorReference(t, requestId)}</p>`);
}

/**
 * Reads the data for hydration before the page is rendered. Otherwise React Router reads them while rendering, in a
 * component that suspends, which `renderToString` does not support. Decision 102.
 */
async function readLoaderData(context: EntryContext): Promise<void> {
  if (!context.serverHandoffStream) return;
  const value = await text(context.serverHandoffStream);
  // Where that component stores each piece that it has read.
  context.renderMeta = { streamCache: { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) } };
}

/** Logs unexpected errors. Responses with an error page, such as 404, are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(pageContext).log.error({ err: error }, 'page failed');
};
