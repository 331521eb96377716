// Trusted Types (https://www.w3.org/TR/trusted-types/): in browsers that support them, a string becomes HTML or a
// script URL only through a policy that our pages allow (platform/http/content-security-policy.ts, decision 092). There are two
// policies.
import type { Html } from '#src/calls/html.ts';

// The part of the API that we use, which TypeScript's declarations lack.
interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Partial<Record<keyof Policy, (text: string) => string | null>>): Policy;
}
const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

const ours = factory?.createPolicy('news-wing', { createHTML: (html) => html, createScriptURL: (url) => url });

// For libraries: React creates an empty script element from this text, empties elements, and rewrites React Router's
// scroll restoration script when an error page replaces a page. A text without "<" creates no elements, and a script
// whose text is set as HTML does not run, since that would require a policy for scripts.
factory?.createPolicy('default', {
  createHTML: (html) => (html === '<script></script>' || !html.includes('<') ? html : null),
});

/** Converts HTML to TrustedHTML where supported. */
export const trustedHtml = (html: Html): string => ours?.createHTML(html) ?? html;

/** Converts the URL of one of our scripts to a TrustedScriptURL where supported. */
export const trustedScriptUrl = (url: '/service-worker.js' | '/service-worker.js?pages=no'): string =>
  ours?.createScriptURL(url) ?? url;
