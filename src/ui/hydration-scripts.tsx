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
 * Starts scripts that were rendered as deferred: after the load event and a paint, or with the first press.
 * A script element of an unknown type is a data block and runs only when it is inserted again with a known type; it names
 * what to preload then. Its text is unchanged, so Trusted Types and the hash in the Content Security Policy still apply.
 * Shortcuts that were pressed before hydration are repeated after it.
 */
export const deferredScriptsScript = !import.meta.env.SSR
  ? ''
  : `{
const start = () => {
  const script = document.querySelector('script[data-preload]');
  if (!script) return;
  document.documentElement.dataset.loaded = '';
  for (const href of script.dataset.preload.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const place = document.createComment('');
  script.replaceWith(place);
  script.type = 'module';
  place.replaceWith(script);
};
addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)));
for (const type of ['pointerdown', 'keydown', 'click']) addEventListener(type, start, { capture: true, once: true });
setTimeout(start, ${timeoutMs});
const keys = [];
const recordKey = (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (/^([-+=0]|ArrowLeft|ArrowRight)$/.test(key) && !target.value && !(altKey || ctrlKey || metaKey)) keys.push(event);
};
addEventListener('keydown', recordKey);
addEventListener('hydrated', () => {
  removeEventListener('keydown', recordKey);
  for (const { key, target } of keys)
    (target.isConnected ? target : document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}, { once: true });
}`;

type Attributes = HTMLAttributes<HTMLElement> &
  LinkHTMLAttributes<HTMLLinkElement> & { async?: boolean; 'data-preload'?: string };

/** Changes all elements, also those in fragments. */
const changeAll = (elements: ReactNode, change: (element: ReactElement<Attributes>) => ReactNode): ReactNode =>
  Children.map(elements, (element) =>
    !isValidElement<Attributes>(element)
      ? element
      : element.type === Fragment
        ? changeAll(element.props.children, change)
        : change(element),
  );

const withLowPriority = (elements: ReactNode) =>
  changeAll(elements, (element) =>
    element.type === 'link' ? cloneElement(element, { fetchPriority: 'low' }) : element,
  );

function asDeferred(elements: ReactNode): ReactNode {
  const preloads: string[] = [];
  const scripts = changeAll(elements, (element) => {
    if (element.type !== 'link') return element;
    if (element.props.href) preloads.push(element.props.href);
    return null;
  });
  return changeAll(scripts, (element) =>
    element.props.type === 'module'
      ? cloneElement(element, { type: 'text/plain', async: false, 'data-preload': preloads.join(' ') })
      : element,
  );
}

/**
 * React Router's module scripts and their preloads. A page can be read without them, so the preloads have a low
 * priority: style, fonts and the first picture are fetched first. `deferred` scripts are not fetched before
 * `deferredScriptsScript` starts them. React Router has no option for either, so its component is called as a function
 * to access its elements. In the browser they are rendered unchanged for hydration. Decision 098.
 */
export function HydrationScripts({ nonce, deferred }: { nonce: string | undefined; deferred: boolean }): ReactNode {
  const scripts = Scripts({ nonce });
  if (!import.meta.env.SSR) return scripts;
  return deferred ? asDeferred(scripts) : withLowPriority(scripts);
}
