import Bowser from 'bowser';

const maxCharacters = 400; // about twice the longest header of real browsers
const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * Browser and system, such as "Firefox, Linux"; empty if both are unknown. Returns only names from a list, because the
 * client controls the header and the result appears in mails and in the log.
 */
export function deviceName(userAgent: string): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, maxCharacters));
  return [browsers.has(browser.name ?? '') && browser.name, systems.has(os.name ?? '') && os.name]
    .filter(Boolean)
    .join(', ');
}
