import { canStoreOffline, storesOffline } from '#src/client/offline-storage.ts';
import { storedUserId } from '#src/client/stored-session.ts';
import { toast } from '#src/client/toasts.ts';
import { isReadableBy } from '#src/epaper/saved-editions/saved-editions.rules.ts';
import { listSavedEditions } from '#src/epaper/saved-editions/web/edition-storage.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { allowSaving, listSavedPages } from './page-storage.ts';

/** On the offline page: lists what this device has stored, and serves the switch. */
export function showOfflineReading(locale: string, offlinePath: string): void {
  const page = document.getElementById('offline-reading');
  if (!page || !canStoreOffline()) return;
  const find = <E extends HTMLElement>(selector: string) => page.querySelector(selector) as E; // offline-page.tsx has it
  const template = find<HTMLTemplateElement>('template');
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  const entry = (path: string, title: string, note: string) => {
    const entry = template.content.cloneNode(true) as DocumentFragment; // of one
    const [link, line] = [entry.querySelector('a'), entry.querySelector('p')];
    if (link) Object.assign(link, { href: path, textContent: title });
    if (line) line.textContent = note;
    return entry;
  };
  const show = async () => {
    const on = storesOffline();
    const [pages, editions] = await Promise.all(on ? [listSavedPages(), listSavedEditions()] : [[], []]);
    const mine = editions.filter((edition) => isReadableBy(edition, storedUserId(), new Date()));
    const { edition = '' } = template.dataset;
    find('ul').replaceChildren(
      ...mine.map(({ path, title, until }) =>
        entry(
          path,
          title,
          edition.replace('{date}', () => day.format(new Date(until))),
        ),
      ),
      ...pages.map(({ path, title, date }) => entry(path, title, time.format(date))),
    );
    find('[data-is=nothing]').hidden = pages.length > 0;
    find('[data-is=on]').hidden = !on;
    find('[data-is=off]').hidden = on;
    page.hidden = false;
  };
  const change = async () => {
    const on = !storesOffline();
    await allowSaving(on, offlinePath);
    await show();
    find<HTMLButtonElement>(`[data-is=${on ? 'on' : 'off'}] button`).focus();
    toast({ kind: 'success', text: on ? 'offline.switchedOn' : 'offline.switchedOff' });
  };
  for (const button of page.querySelectorAll('button')) button.onclick = () => void change();
  void show();
}
