import { HtmlValidate, Parser } from 'html-validate';
import type { Client } from '../client.ts';
import { read } from './site.ts';

const parser = new Parser(await new HtmlValidate().getConfigFor('page.html'));

/** The metadata in a page's head. */
export async function readHead(reader: Client, path: string) {
  const { html } = await read(reader, path);
  const root = parser.parseHtml(html);
  const all = (selector: string, attribute: string) =>
    root.querySelectorAll(selector).map((element) => decoded(element.getAttributeValue(attribute) ?? ''));
  return {
    html,
    count: (selector: string) => root.querySelectorAll(selector).length,
    /** The contents of `meta` with this name or property. */
    meta: (name: string) => all(`meta[name="${name}"], meta[property="${name}"]`, 'content'),
    canonical: all('link[rel="canonical"]', 'href'),
    /** Language and path of its versions. */
    alternates: root
      .querySelectorAll('link[rel="alternate"][hreflang]')
      .map((link) => [link.getAttributeValue('hreflang'), new URL(link.getAttributeValue('href') ?? '').pathname]),
    feeds: root
      .querySelectorAll('head link[rel="alternate"][type]')
      .map((link) => ['title', 'type', 'href'].map((name) => decoded(link.getAttributeValue(name) ?? ''))),
    structured: root
      .querySelectorAll('script[type="application/ld+json"]')
      .flatMap((script) => JSON.parse(script.textContent)['@graph']),
  };
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
// What React escapes in attributes.
const decoded = (text: string) => text.replace(/&(#?\w+);/g, (whole, name) => characters[name] ?? whole);
