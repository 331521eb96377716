/**
 * Lets the styles load fonts of other scripts if such a headline is in view, else at the first scroll: see fonts.css. Returns
 * the cleanup.
 */
export function enableOtherScripts(): (() => void) | undefined {
  const enable = () => {
    document.documentElement.dataset.scripts = 'all';
  };
  const headlines = [...document.querySelectorAll('.story-words[lang]')];
  if (headlines.some((headline) => headline.getBoundingClientRect().top < innerHeight)) {
    enable();
    return;
  }
  addEventListener('scroll', enable, { once: true, passive: true });
  return () => removeEventListener('scroll', enable);
}
