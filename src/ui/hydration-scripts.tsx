import {
  Children,
  cloneElement,
  Fragment,
  type HTMLAttributes,
  isValidElement,
  type LinkHTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Scripts } from 'react-router';

// On a slow connection the load event can be late, or never come because of a picture.
const timeoutMs = 8000;

/**
 * Starts scripts that were rendered as deferred: on the load event, or on the first pointer or key event. A script
 * element of an unknown type is a data block and runs only when it is inserted again with a known type. Its text is
 * unchanged, so Trusted Types and the hash in the Content Security Policy still apply.
 */
export const deferredScriptsScript = !import.meta.env.SSR
  ? ''
  : `{
const start = () => {
  const script = document.querySelector('script[type=deferred]');
  if (!script) return;
  document.documentElement.dataset.loaded = '';
  for (const link of document.querySelectorAll('link[rel=deferred]')) link.rel = 'modulepreload';
  const place = document.createComment('');
  script.replaceWith(place);
  script.type = 'module';
  place.replaceWith(script);
};
addEventListener('load', start);
for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, once: true });
setTimeout(start, ${timeoutMs});
}`;

type Attributes = HTMLAttributes<HTMLElement> & LinkHTMLAttributes<HTMLLinkElement> & { async?: boolean };

function withPriority(element: ReactElement<Attributes>, deferred: boolean): ReactNode {
  const { type, props } = element;
  if (type === Fragment) return changeAll(props.children, deferred);
  if (type === 'link') return cloneElement(element, deferred ? { rel: 'deferred' } : { fetchPriority: 'low' });
  return deferred && props.type === 'module' ? cloneElement(element, { type: 'deferred', async: false }) : element;
}

const changeAll = (elements: ReactNode, deferred: boolean): ReactNode =>
  Children.map(elements, (element) =>
    isValidElement<Attributes>(element) ? withPriority(element, deferred) : element,
  );

/**
 * React Router's module scripts and their preloads. A page can be read without them, so the preloads have a low
 * priority: style, fonts and the first picture are fetched first. `deferred` scripts are not fetched before
 * `deferredScriptsScript` starts them. React Router has no option for either, so its component is called as a function
 * to access its elements. In the browser they are rendered unchanged for hydration. Decision 098.
 */
export function HydrationScripts({ nonce, deferred }: { nonce: string | undefined; deferred: boolean }): ReactNode {
  const scripts = Scripts({ nonce });
  return import.meta.env.SSR ? changeAll(scripts, deferred) : scripts;
}
