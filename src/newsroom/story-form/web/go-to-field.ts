// The text may be a text area or an editor, which stays hidden while its Markdown is shown.
const textControls = 'form textarea, form [contenteditable="true"]';

/** Moves the focus to the control of a field of the story form. */
export function goToField(name: string) {
  const selector = name === 'news_description' ? textControls : name === 'image' ? 'form input[type="file"]' : '';
  const controls = selector ? document.querySelectorAll<HTMLElement>(selector) : document.getElementsByName(name);
  const control = [...controls].find((it) => it.checkVisibility());
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
