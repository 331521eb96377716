type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether a control's text may be stored for the reader: no password, no file. */
export const isSaveable = (control: Element): control is TextControl =>
  'name' in control &&
  control.name !== '' &&
  'value' in control &&
  !control.matches('[type=password], [type=file], [readonly], button');

/** Sets a field's value as if it had been typed. */
export function fill(control: RadioNodeList | Element | null, value: string): void {
  if (!(control instanceof Element) || !isSaveable(control) || control.value === value) return;
  // React detects a new value only if it is set by the prototype's setter and an event follows.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  // React's onChange of a <select> needs this event.
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }));
}
