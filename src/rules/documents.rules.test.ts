import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../routes.ts';
import { isDocument } from './documents.rules.ts';

const layout = 'shell/web/document-page.tsx';
const pathsOf = (entries: RouteConfigEntry[]) =>
  entries.map(({ path = '' }) => path.replace(/^:lang\?/, '').replaceAll(/:\w+/g, '7') || '/');

test('documents are the pages that routes.ts lists as such', () => {
  const listed = routes as RouteConfigEntry[];
  const documents = listed.find(({ file }) => file === layout)?.children ?? [];
  const application = listed.filter(({ file }) => file !== layout);
  const expected = pathsOf(documents).filter((path) => path !== '/*');
  expect(expected.length).toBeGreaterThan(5);
  for (const path of expected)
    expect([isDocument(path), isDocument(`/hi${path}?q=1#x`), path]).toEqual([true, true, path]);
  for (const path of pathsOf(application))
    expect([isDocument(path), isDocument(`/ta${path}`), path]).toEqual([false, false, path]);
});
