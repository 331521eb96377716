import type { Locator, Page } from '@playwright/test';
import { test as base, expect, waitForHydration } from './fixtures.ts';

/** The actions of a user who has only a keyboard. */
export interface Keys {
  /** Tabs forwards or backwards until the target has the focus; fails if the focus is invisible at any stop. */
  reach(target: Locator): Promise<void>;
  /** Focuses the target and presses a key. */
  press(target: Locator, key?: string): Promise<void>;
  /** Focuses a field and replaces its value. */
  type(target: Locator, text: string): Promise<void>;
  /** Focuses a select and types the start of an option. */
  choose(target: Locator, label: string): Promise<void>;
  /** Focuses the button of a file input and picks a file in the system's file chooser. */
  pick(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** Uses the skip link, the first tab stop of every page, to get past its menus. */
  skipMenus(): Promise<void>;
}

// After this many presses of Tab a control counts as unreachable.
const patience = 60;

/** Compares the focus with a control: which key leads to it, if any, and what is wrong with the focused element. */
async function look(target: Element) {
  const at = document.activeElement ?? document.body;
  // A toast may have the focus while it is still sliding in.
  await Promise.allSettled(at.getAnimations().map((animation) => animation.finished));
  if (at === document.body) return { key: 'Tab' }; // between the last tab stop and the first
  const before = target.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
  const key = at === target ? undefined : before && !at.contains(target) ? 'Shift+Tab' : 'Tab';
  // The page itself needs no focus indicator; the browser draws those of an embedded PDF and of a calendar button.
  if (at.matches('main, iframe, input:not(:focus)')) return { key };
  // A card's link outlines the whole card through an overlay; a field hidden in its label outlines the label.
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
      // A toast may cover the focus for its few seconds: it can be closed (WCAG 2.4.11).
      return over && (over.closest('.Toastify') || places.some((place) => place.contains(over) || over.contains(at)));
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
      if (await target.evaluate((field: HTMLElement) => field.isContentEditable)) await expect(target).toHaveText(text);
      else await expect(target).toHaveValue(text);
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
      await waitForHydration(page); // otherwise the page may start over after a key press
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    },
  };
}

/** Tests without a mouse: using one fails the test. */
export const test = base.extend<{ keys: Keys }>({
  keys: async ({ page }, use) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new Error('The mouse was used');
      };
      addEventListener('pointerdown', refuse, true);
    });
    page.on('filechooser', () => undefined); // keeps interception on: enabled for each chooser, it may come too late
    await use(keysOf(page));
  },
});
