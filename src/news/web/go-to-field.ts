// The text may be a text area or an editor.
const textControls = 'form textarea, form [contenteditable="true"]';

/** Moves the focus to the control of a field of the story form. */
export function goToField(name: string) {
  const selector = name === 'news_description' ? textControls : name === 'image' ? 'form input[type="file"]' : '';
  const control = selector ? document.querySelector<HTMLElement>(selector) : document.getElementsByName(name)[0];
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
