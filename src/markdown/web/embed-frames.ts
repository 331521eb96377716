/**
 * Shows the button of each embed, which loads what the other site shows. Until then nothing is requested from there; without
 * scripts there is the link.
 */
export function offerFrames(text: HTMLElement): void {
  for (const card of text.querySelectorAll<HTMLElement>('figure[data-frame]')) {
    const button = card.querySelector('button');
    if (!button) continue;
    button.hidden = false;
    button.onclick = () => {
      const frame = frameOf(card.dataset);
      card.querySelector('small')?.remove();
      button.remove();
      card.prepend(frame);
      frame.focus();
    };
  }
}

function frameOf({ frame: src = '', title = '' }: DOMStringMap): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  // The other site gets the newspaper's origin, which YouTube requires, but not the story's path.
  Object.assign(frame, { title, allow: 'autoplay; fullscreen', referrerPolicy: 'strict-origin' });
  for (const right of ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'])
    frame.sandbox.add(right);
  frame.src = src;
  return frame;
}
