// What stories, biographies and pages may link to.

/** Everything else may start a program or show something that seems to be ours: `intent:`, `blob:`, `view-source:`. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel'];

/** Whether an address, without control characters, has one of these schemes or is one of this site, such as `/news/42`. */
export function isLinkAddress(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return scheme === undefined ? !/^[/\\]{2}/.test(address) : linkSchemes.includes(scheme.toLowerCase());
}
