import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dangerousDoc, dangerousDocx, harmlessDoc, harmlessDocx } from '#test/factories/dangerous-documents.ts';
import { readDoc } from './doc.ts';
import { readDocx } from './docx.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'news-wing-word-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(task: typeof readDoc, bytes: Uint8Array) {
  const path = join(folder, 'a');
  await writeFile(path, bytes);
  return task({ path });
}

describe('a .docx is refused with the name of its dangerous content', () => {
  test.each(Object.entries(dangerousDocx))('%s', async (_, [refusal, bytes]) => {
    expect(await read(readDocx, bytes())).toEqual({ refusal });
  });

  test.each(Object.entries(harmlessDocx))('but not for %s', async (_, bytes) => {
    expect(await read(readDocx, bytes())).toMatchObject({ html: expect.any(String) });
  });
});

describe('a .doc is refused with the name of its dangerous content', () => {
  test.each(Object.entries(dangerousDoc))('%s', async (_, [refusal, bytes]) => {
    expect(await read(readDoc, bytes())).toEqual({ refusal });
  });

  test.each(Object.entries(harmlessDoc))('but not for %s', async (_, bytes) => {
    expect(await read(readDoc, bytes())).toMatchObject({ html: expect.any(String) });
  });

  test('but a harmless one gives its visible text, without field codes', async () => {
    expect(await read(readDoc, harmlessDoc.words?.() ?? Buffer.alloc(0))).toEqual({
      html: '<p>One &amp; &lt;two&gt;</p><p>Three\nFour</p>',
      title: '',
    });
    expect(await read(readDoc, harmlessDoc['a link to the web']?.() ?? Buffer.alloc(0))).toMatchObject({
      html: '<p>See here.</p>',
    });
  });
});
