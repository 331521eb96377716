// Allowed targets of links in documents.

// None of these schemes opens a file or passes its content to a local program.
const allowedSchemes = new Set('http https mailto tel sms ftp ftps doi urn info news geo irc xmpp'.split(' '));

/**
 * Whether a URL, or with `file` a file name, points to a file, a program or the local network instead of the web.
 */
export function isPrivateTarget(address: string, { file = false } = {}): boolean {
  const text = [...address].filter((character) => character > ' ').join(''); // browsers ignore whitespace
  if (/^[\\/]{2}/.test(text)) return true; // \\server\share
  if (file && /^[\\/]/.test(text)) return true; // also /server/share (ISO 32000-2, 7.11.2.3)
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? []; // "file:", "ms-word:", "C:"
  return scheme !== undefined && !allowedSchemes.has(scheme.toLowerCase());
}
