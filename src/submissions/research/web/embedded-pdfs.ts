/**
 * Shows the PDFs that a page has a place for (`data-pdf`), if this browser can embed them; most phones cannot. The list shows
 * them while they are in view, since each viewer takes memory; the reading page, whose place is hidden until then, as long as it is open.
 */
export function showPdfs(): void {
  if (!navigator.pdfViewerEnabled) return;
  const inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting)
        open(target as HTMLElement).tabIndex = -1; // only places are observed
      else target.querySelector('iframe')?.remove();
  });
  for (const place of document.querySelectorAll<HTMLElement>('[data-pdf]'))
    if (place.hidden) {
      place.hidden = false;
      open(place);
      document.documentElement.dataset.showsPdf = '';
    } else inView.observe(place);
  for (const pages of document.querySelectorAll<HTMLDetailsElement>('[data-instead-of-pdf]')) pages.open = false;
}

function open(place: HTMLElement): HTMLIFrameElement {
  const { pdf = '', title = '' } = place.dataset;
  const viewer = Object.assign(document.createElement('iframe'), { src: pdf, title });
  place.append(viewer);
  return viewer;
}
