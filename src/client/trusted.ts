// Trusted Types (https://www.w3.org/TR/trusted-types/): in browsers that support them, a string becomes HTML or a script
// URL only through a policy that our pages allow (platform/http/page-policy.ts, decision 092). There are two policies.
import type { Html } from '#src/calls/html.ts';

// What we use of it; TypeScript's own declarations lack it.
interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Partial<Record<keyof Policy, (text: string) => string | null>>): Policy;
}
const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

const ours = factory?.createPolicy('news-wing', { createHTML: (html) => html, createScriptURL: (url) => url });

// For libraries: React makes an empty script element of this text, empties elements, and writes React
// Router's script for the scroll position anew where an error page takes the place of a page. Without "<" nothing becomes an
// element; and a script whose text was set as HTML does not run, since that would need a policy for scripts.
factory?.createPolicy('default', {
  createHTML: (html) => (html === '<script></script>' || !html.includes('<') ? html : null),
});

/** HTML as the browser takes it. */
export const trustedHtml = (html: Html): string => ours?.createHTML(html) ?? html;

/** The address of a program of ours as the browser takes it. */
export const trustedProgram = (url: '/service-worker.js'): string => ours?.createScriptURL(url) ?? url;
