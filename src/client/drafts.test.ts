import { expect, onTestFinished, test } from 'vitest';
import { deleteSentDrafts } from './drafts.ts';
import { localStore } from './storage.ts';

test('at logout drafts that the server has are deleted; others, and other values, remain', () => {
  const store = localStore();
  const values = {
    'draft:1:sent:story-form:7': JSON.stringify({ unsent: false, form: {} }),
    'draft:1:unsent:story-form:7': JSON.stringify({ unsent: true, form: {} }),
    'draft:2:former:story-form:8': '{"form":{}}',
    'draft:2:other:story-form:8': 'not JSON',
    theme: 'dark',
  };
  for (const [key, value] of Object.entries(values)) store.setItem(key, value);
  onTestFinished(() => {
    for (const key of Object.keys(values)) store.removeItem(key);
  });
  deleteSentDrafts();
  const left = Object.keys(values).filter((key) => store.getItem(key) !== null);
  expect(left).toEqual(Object.keys(values).slice(1));
});
