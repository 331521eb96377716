// Where links of documents may lead.

// None of these opens a file or hands what stands behind it to a program of its own.
const allowedSchemes = new Set('http https mailto tel sms ftp ftps doi urn info news geo irc xmpp'.split(' '));

/**
 * Whether an address, or with `file` the name of a file, leads to a file, a program or the local network instead of the
 * web.
 */
export function leadsInside(address: string, { file = false } = {}): boolean {
  const text = [...address].filter((sign) => sign > ' ').join(''); // browsers pass over what is not seen
  if (/^[\\/]{2}/.test(text)) return true; // \\server\share
  if (file && /^[\\/]/.test(text)) return true; // also /server/share (ISO 32000-2, 7.11.2.3)
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? []; // "file:", "ms-word:", "C:"
  return scheme !== undefined && !allowedSchemes.has(scheme.toLowerCase());
}
