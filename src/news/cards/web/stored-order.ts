import { orderParameter } from '#src/news/stories/language-order.rules.ts';

/**
 * Stores the order of languages that a reader has chosen, and adds it to searches and to the links to other lists of
 * stories, when one is followed. The address holds the choice, so that pages stay the same for everyone and shared by the
 * cache. Inlined in the page, so that it works before hydration; it runs before the router's listener, which reads the link.
 */
export const storedOrderScript = !import.meta.env.SSR
  ? ''
  : `{
const isList = (path) => /^(\\/[a-z]{2})?\\/(news|latest|search|category\\/.+)$/.test(path);
addEventListener('click', ({ target }) => {
const link = target.closest('a[href]');
if (!link) return;
try {
  const { order, remembered } = link.dataset;
  if (order) localStorage.languageOrder = order;
  const chosen = localStorage.languageOrder, search = new URLSearchParams(link.search);
  if (order || !chosen || link.origin !== location.origin) return;
  if (!isList(link.pathname)) return;
  if (search.has('${orderParameter}') && remembered === undefined) return;
  search.set('${orderParameter}', chosen);
  link.dataset.remembered = '';
  link.search = search;
} catch {} // the paper's order holds
}, true);
addEventListener('formdata', ({ target, formData }) => {
try {
  const chosen = localStorage.languageOrder;
  if (chosen && isList(new URL(target.action).pathname) && !formData.has('${orderParameter}')) formData.set('${orderParameter}', chosen);
} catch {} // likewise
});
}`;
