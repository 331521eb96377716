/**
 * Escapes the percent signs of a URL's path if they are not valid escapes of UTF-8: "/50%" becomes "/50%25". No
 * resource has such a path, so the answer is the usual 404.
 */
export function escapeInvalidPercent(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''; // the bundler removes a call whose result is not used
  } catch {
    return false;
  }
}
