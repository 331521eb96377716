// docs/settings.md describes every setting as the program has it, and the short lists name the same.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { readConfig } from '#src/platform/config.ts';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import { allSettings } from '#src/site/slices.ts';

const read = (path: string) => readFile(join(import.meta.dirname, '../..', path), 'utf8');
const [page, readme, example] = await Promise.all(
  ['docs/settings.md', 'README.md', 'deploy/settings.example'].map(read),
);
const [environment = '', newsroom = ''] = page?.split(/^# Newsroom$/m) ?? [];

/** The rows of the tables whose first cell begins so, with their heading. */
const rowsOf = (text: string, first: RegExp) =>
  text.split(/^## /m).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').slice(1, -1));
    return rows
      .map((cells) => [heading, ...cells.map((cell) => cell.trim())])
      .filter(([, cell = '']) => first.test(cell));
  });
const quoted = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);

describe('environment', () => {
  const known = new Set<string | symbol>();
  readConfig(new Proxy({}, { get: (_, name) => void known.add(name), has: () => true }));
  const names = [...known].map(String).toSorted();
  const rows = rowsOf(environment, /^`/).map(([, name = '', fallback = '', limits = '', meaning = '']) => ({
    name: quoted(name)[0] ?? '',
    fallback,
    limits,
    meaning,
  }));
  // What other settings need.
  const others = {
    DATABASE_URL: 'postgres://127.0.0.1/paper',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'paper',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  };
  const configOf = (name: string, value: string) => readConfig({ ...others, [name]: value });

  test.for([
    ['docs/settings.md', rows.map(({ name }) => name)],
    ['README.md', rowsOf(readme ?? '', /^`[A-Z][A-Z0-9_]+`/).flatMap(([, cell]) => quoted(cell))],
    ['deploy/settings.example', [...(example ?? '').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)],
  ] as const)('%s has each name once', ([, listed]) => {
    expect(listed.toSorted()).toEqual(names);
  });

  test.for(rows)('$name is described with its default and limits', ({ name, fallback, limits, meaning }) => {
    expect(meaning).toMatch(/\.$/);
    const [value] = /^`[^`]+`$/.test(fallback) ? quoted(fallback) : [];
    if (value) expect(configOf(name, value.replace('PORT', '3000'))).toEqual(configOf(name, ''));
    else expect(fallback).toMatch(/^(none|all|generated( .*)?|that of `\w+`)$/);

    for (const valid of quoted(limits)) expect(() => configOf(name, valid)).not.toThrow();
    if (limits.startsWith('one of ')) expect(() => configOf(name, 'another')).toThrow(quoted(limits).at(-1));
    const [, least, most] = /^(?:at least )?(\d+)(?: to (\d+))?/.exec(limits) ?? [];
    const make = (count: number) => (limits.endsWith(' characters') ? 'x'.repeat(count) : String(count));
    if (least) {
      expect(() => configOf(name, make(Number(least)))).not.toThrow();
      expect(() => configOf(name, make(Number(least) - 1))).toThrow(name);
    }
    if (most) {
      expect(() => configOf(name, make(Number(most)))).not.toThrow();
      expect(() => configOf(name, make(Number(most) + 1))).toThrow(name);
    }
  });
});

describe('newsroom', () => {
  const text = translator('en');
  const number = (value: number) => value.toLocaleString('en');

  function defaultOf({ input, default: value }: Setting): string {
    if (input.kind === 'rupees') return `${number(Number(value) / 100)} rupees`;
    if (input.kind === 'number') return [number(Number(value)), ...(input.unit ? [text(input.unit)] : [])].join(' ');
    if (input.kind !== 'choice') return String(value) || 'empty';
    const choice = input.choices.find((each) => each.value === value);
    return choice ? text(choice.label) : '';
  }
  /** Undefined for a text, whose schema does not show its limits. */
  function limitsOf({ input }: Setting): string | undefined {
    if (input.kind === 'number') return `${number(input.min)} to ${number(input.max)}`;
    if (input.kind === 'rupees') return `${number(input.min / 100)} to ${number(input.max / 100)} rupees`;
    return input.kind === 'choice' ? input.choices.map(({ label }) => text(label)).join('; ') : undefined;
  }
  const rows = rowsOf(newsroom, /./).filter(([, label]) => !['name', '---'].includes(label ?? ''));

  test('every setting is described as it is', () => {
    const described = rows.map(([group, label, key, fallback, limits, password]) => {
      const setting = allSettings.find((each) => each.key === quoted(key)[0]);
      const derived = setting && limitsOf(setting) !== undefined;
      return { key: quoted(key)[0], group, label, fallback, password, ...(derived && { limits }) };
    });
    const byKey = (a: { key?: string | undefined }, b: { key?: string | undefined }) =>
      String(a.key).localeCompare(String(b.key));
    const expected = allSettings.map((setting) => ({
      key: setting.key,
      group: text(setting.group),
      label: text(setting.label),
      fallback: defaultOf(setting),
      password: setting.guarded ? 'yes' : '',
      ...(limitsOf(setting) !== undefined && { limits: limitsOf(setting) }),
    }));
    expect(described.toSorted(byKey)).toEqual(expected.toSorted(byKey));
  });

  test.for(rows)('%s: %s has its limits and a meaning', ([, , key, , limits = '', , meaning]) => {
    expect(meaning).toMatch(/\.$/);
    const setting = allSettings.find((each) => each.key === quoted(key)[0]);
    const accepts = (value: unknown) => setting?.schema.safeParse(value).success;
    if (setting?.input.kind === 'number' || setting?.input.kind === 'rupees') {
      const { min, max } = setting.input;
      expect([min - 1, min, max, max + 1].map(accepts)).toEqual([false, true, true, false]);
    } else if (setting?.input.kind !== 'choice') {
      for (const valid of quoted(limits)) expect(accepts(valid)).toBe(true);
      const [, least, most] = /^(\d+) to (\d+) characters$/.exec(limits) ?? [];
      if (!least) expect(quoted(limits)).not.toEqual([]);
      const lengths = least ? [Number(least) - 1, Number(least), Number(most), Number(most) + 1] : [];
      for (const length of lengths.filter((count) => count >= 0))
        expect(accepts('x'.repeat(length))).toBe(length >= Number(least) && length <= Number(most));
    }
  });
});
