import type { Locator, Page } from '@playwright/test';
import { test as base, expect, waitForHydration } from './fixtures.ts';

/** What somebody does who has a keyboard and nothing else. */
export interface Keys {
  /** Goes on, or back, by Tab until this has the focus; at each stop on the way the focus must be seen. */
  reach(target: Locator): Promise<void>;
  /** Reaches it and presses a key. */
  press(target: Locator, key?: string): Promise<void>;
  /** Reaches a field and writes this in the place of what it holds. */
  type(target: Locator, text: string): Promise<void>;
  /** Reaches a list of choices and types what one begins with. */
  choose(target: Locator, label: string): Promise<void>;
  /** Reaches the button of a field for a file, and takes one in the system's own dialog. */
  pick(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** Goes by the first stop of every page past its menus. */
  skipMenus(): Promise<void>;
}

// Whoever has pressed Tab so many times takes a control for one that cannot be reached.
const patience = 60;

/** Where the focus is, seen from a control: on it, or by which key towards it; and what is wrong with the place. */
function look(target: Element) {
  const at = document.activeElement ?? document.body;
  if (at === document.body) return { key: 'Tab' }; // between the last stop and the first
  const before = target.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
  const key = at === target ? undefined : before && !at.contains(target) ? 'Shift+Tab' : 'Tab';
  // The page itself needs no mark; a PDF within it and the calendar's button in a field are marked by the browser.
  if (at.matches('main, iframe, input:not(:focus)')) return { key };
  // A card's link marks the whole card, by what lies over it; a field that is hidden in its label marks the label.
  const places = [at, at.closest('label')].filter((place) => place !== null);
  const isMarked = (place: Element) =>
    [undefined, '::after'].some((part) => getComputedStyle(place, part).outlineStyle !== 'none');
  const marked = places.find(isMarked);
  const [box = new DOMRect()] = (marked ?? at).getClientRects();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const parts = [0.5, 0.1, 0.9];
  const seen = parts.some((x) =>
    parts.some((y) => {
      const over = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return over && places.some((place) => place.contains(over) || over.contains(at));
    }),
  );
  const fault = !marked ? 'not marked' : right <= left || bottom <= top ? 'out of view' : seen ? '' : 'covered';
  return { key, fault: fault && `${fault}: ${at.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 200)}` };
}

function keysOf(page: Page): Keys {
  const { keyboard } = page;
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let presses = 0; presses <= patience; presses++) {
      const { key, fault = '' } = await target.evaluate(look);
      expect(fault).toBe('');
      if (!key) return;
      await keyboard.press(key);
    }
    throw new Error(`Not reached with ${patience} presses: ${target}`);
  };
  const press = async (target: Locator, key = 'Enter') => {
    await reach(target);
    await keyboard.press(key);
  };
  return {
    reach,
    press,
    type: async (target, text) => {
      await press(target, 'ControlOrMeta+a');
      await keyboard.type(text);
      await expect(target).toHaveValue(text);
    },
    choose: async (target, label) => {
      await reach(target);
      await keyboard.type(label);
      await expect(target.locator('option:checked')).toHaveText(new RegExp(`^${label}`));
    },
    pick: async (target, file) => {
      await reach(target);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
    skipMenus: async () => {
      await waitForHydration(page); // else it may begin anew behind a key
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    },
  };
}

/** Tests without a mouse: to use one is a fault of the test. */
export const test = base.extend<{ keys: Keys }>({
  keys: async ({ page }, use) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new Error('The mouse was used');
      };
      addEventListener('pointerdown', refuse, true);
    });
    page.on('filechooser', () => undefined); // else the browser would be told anew for each, and might hear of it too late
    await use(keysOf(page));
  },
});
