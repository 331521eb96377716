import { describe, expect, test } from 'vitest';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

describe('a story as a version of another', () => {
  test('works by number and by address, and joins the group of a version', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    expect(hindi.version_of).toBe(english.id);
    const tamil = await createStory(editor, {
      language: 'ta',
      version_of: `https://paper.example/hi/news/${hindi.id}`,
    });
    expect(tamil.version_of).toBe(english.id);
    expect((await site.visitor.get(`/api/admin/${english.id}`)).body.version_of).toBeNull();
  });

  test('stays through other changes, and ends when the field is emptied', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    const path = `/api/admin/${hindi.id}`;
    expect((await editor.form('PUT', path, { news_title: 'Other words' })).body.version_of).toBe(english.id);
    expect((await editor.form('PUT', `/api/admin/${english.id}`, { version_of: '' })).status).toBe(200);
    expect((await editor.form('PUT', path, { version_of: '' })).body.version_of).toBeNull();
  });

  test('leaves room when it is deleted, and comes back on its own', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const first = await createStory(editor, { language: 'hi', version_of: english.id });
    await editor.delete(`/api/admin/${first.id}`);
    const second = await createStory(editor, { language: 'hi', version_of: english.id });
    expect((await editor.json('POST', `/api/trash/${first.id}/restore`, {})).body.version_of).toBeNull();
    expect((await site.visitor.get(`/api/admin/${second.id}`)).body.version_of).toBe(english.id);
  });

  test('rejects what is no story, itself, and a second version in one language', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    const send = (changes: Record<string, string | number>) =>
      editor.form('POST', '/api/admin', storyFields({ language: 'hi', ...changes }));
    for (const [version_of, fault] of [
      ['the other one', 'Please enter the number or the address of a story.'],
      ['999999', 'There is no story 999999.'],
      [english.id, 'That story has a version in this language already.'],
    ] as const) {
      const { status, body } = await send({ version_of });
      expect([status, body.fields]).toEqual([422, { version_of: fault }]);
    }
    const own = await editor.form('PUT', `/api/admin/${hindi.id}`, { version_of: hindi.id });
    expect(own.body.fields).toEqual({ version_of: 'A story cannot be a version of itself.' });
    const moved = await editor.form('PUT', `/api/admin/${hindi.id}`, { language: 'en' });
    expect(moved.body.fields).toEqual({ version_of: 'That story has a version in this language already.' });
  });
});
