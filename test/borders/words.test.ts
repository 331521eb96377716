// Names, comments and documents use the field's terms and plain English: words.ts lists those to avoid.
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { exceptions, nameWords, type Word, words } from './words.ts';

const root = join(import.meta.dirname, '../..');
const texts = new Map<string, string>();

beforeAll(async () => {
  // Decision records describe the state at their date.
  const found = glob(['{src,test,db,bench,scripts,vite}/**/*.{ts,tsx,css}', '*.{ts,md}', 'docs/*.md'], { cwd: root });
  for await (const path of found) texts.set(path, await readFile(join(root, path), 'utf8'));
});

const isScript = (path: string) => /\.tsx?$/.test(path);
const used = new Set<string>();

/** What `list` finds in a text, as messages. */
function found(path: string, text: string, list: Word[]): string[] {
  return list.flatMap(({ pattern, why, better }) => {
    const [word] = pattern.exec(text) ?? [];
    if (!word) return [];
    const exception = exceptions.find((one) => one.path === path && one.word === word.toLowerCase());
    if (exception) used.add(exception.path);
    return exception ? [] : [`${path}: "${word}": ${why} Better: ${better}`];
  });
}

/** The comments of a file, each in one line. */
function commentsOf(path: string, text: string): string[] {
  const comments = isScript(path)
    ? parseSync(path, text).comments.map(({ value }) => value)
    : [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, value = '']) => value);
  // A sentence goes on in the next line, behind its asterisk, or in a second comment.
  return [comments.join(' ').replace(/\s+\*?\s*/g, ' ')];
}

test('no comment and no document has such a word', () => {
  const all = [...texts].flatMap(([path, text]) =>
    (path.endsWith('.md') ? [text] : commentsOf(path, text)).flatMap((one) => found(path, one, words)),
  );
  expect(all).toEqual([]);
  expect(exceptions.filter(({ path }) => !used.has(path))).toEqual([]);
});

test('no declared name and no file has such a word', () => {
  const split = (name: string) =>
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/);
  const all = [...texts]
    .filter(([path]) => isScript(path))
    .flatMap(([path, text]) => {
      const declared = text.matchAll(/\b(?:function\*?|const|let|class|interface|type) (\w+)/g);
      return [basename(path), ...[...declared].map(([, name = '']) => name)]
        .flatMap(split)
        .flatMap((word) => found(path, word, nameWords));
    });
  expect(all).toEqual([]);
});
