import Bowser from 'bowser';

const mostCharacters = 400; // the longest that real browsers send is about half of that
const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * Browser and system, such as "Firefox, Linux"; empty when they are none that we know. Only names from a list: the
 * header is the sender's own words, and this stands in mails and in the log.
 */
export function deviceName(userAgent: string): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, mostCharacters));
  return [browsers.has(browser.name ?? '') && browser.name, systems.has(os.name ?? '') && os.name]
    .filter(Boolean)
    .join(', ');
}
