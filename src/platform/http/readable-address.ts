/**
 * An address as a request names it, with the percent signs of its path escaped when they are no escapes of UTF-8: "/50%" as "/50%25". It
 * names nothing, and is answered like every other address of nothing.
 */
export function readableAddress(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  return isReadable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''; // a call whose outcome is not used is left out of the build
  } catch {
    return false;
  }
}
