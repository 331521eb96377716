import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'app.css'), 'utf8');

/** The colours that a rule of app.css sets, by name. */
function coloursOf(selector: string): Record<string, string> {
  const [, rule = ''] = css.split(`${selector} {\n`);
  const block = rule.slice(0, rule.indexOf('}'));
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, colour]) => [name, colour]),
  );
}

const looks = {
  light: coloursOf(':root'),
  dark: coloursOf(':root[data-theme="dark"]'),
  'dark by the device': coloursOf(':root:not([data-theme="light"])'),
};

/** Relative luminance of a colour such as #a01a1a (WCAG 2.2). */
function luminance(colour = ''): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string | undefined, b: string | undefined): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

// Pairs of text and background: axe tests every page in the light theme, this test covers the others.
const texts = ['ink', 'soft', 'press', 'good', 'bad'];
const grounds = ['paper', 'wash'];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground])),
  ...['ink', 'press', 'good', 'bad'].map((ground) => ['paper', ground]), // buttons and badges
  ['ink', 'mark'],
] as [string, string][];

test.each(Object.entries(looks))('words have enough contrast in the look "%s"', (_, colours) => {
  expect(Object.keys(colours)).toEqual(expect.arrayContaining(pairs.flat()));
  const faint = pairs.filter(([text, ground]) => !(contrast(colours[text], colours[ground]) >= 4.5));
  expect(faint).toEqual([]);
});

test('the dark look is the same by choice and by the device', () => {
  expect(looks['dark by the device']).toEqual(looks.dark);
  expect(Object.keys(looks.dark)).toEqual(Object.keys(looks.light));
});
