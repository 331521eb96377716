/** Marks the category bar while it is stuck to the window's edge. Returns the cleanup. */
export function watchStuckBar(): (() => void) | undefined {
  const bar = document.querySelector('.category-bar');
  if (!bar) return;
  // A stuck bar is one pixel above the edge, so it is not fully visible.
  const observer = new IntersectionObserver(
    ([entry]) => bar.classList.toggle('stuck', (entry?.intersectionRatio ?? 1) < 1),
    { threshold: [1] },
  );
  observer.observe(bar);
  return () => observer.disconnect();
}
