import { describe, expect, test } from 'vitest';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

describe('a story as a version of another', () => {
  test('works by story number and by URL, and joins the existing group', async () => {
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

  test('is unaffected by other changes, and ends when the field is cleared', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    const path = `/api/admin/${hindi.id}`;
    expect((await editor.form('PUT', path, { news_title: 'Other words' })).body.version_of).toBe(english.id);
    expect((await editor.form('PUT', `/api/admin/${english.id}`, { version_of: '' })).status).toBe(200);
    expect((await editor.form('PUT', path, { version_of: '' })).body.version_of).toBeNull();
  });

  test('can be replaced after it is deleted, and is restored as an unlinked story', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const first = await createStory(editor, { language: 'hi', version_of: english.id });
    await editor.delete(`/api/admin/${first.id}`);
    const second = await createStory(editor, { language: 'hi', version_of: english.id });
    expect((await editor.json('POST', `/api/trash/${first.id}/restore`, {})).body.version_of).toBeNull();
    expect((await site.visitor.get(`/api/admin/${second.id}`)).body.version_of).toBe(english.id);
  });

  test('rejects unknown stories, itself, and a second version in the same language', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    const send = (changes: Record<string, string | number>) =>
      editor.form('POST', '/api/admin', storyFields({ language: 'hi', ...changes }));
    for (const [version_of, error] of [
      ['the other one', 'Please enter the number or the address of a story.'],
      ['999999', 'There is no story 999999.'],
      [english.id, 'That story has a version in this language already.'],
    ] as const) {
      const { status, body } = await send({ version_of });
      expect([status, body.fields]).toEqual([422, { version_of: error }]);
    }
    const own = await editor.form('PUT', `/api/admin/${hindi.id}`, { version_of: hindi.id });
    expect(own.body.fields).toEqual({ version_of: 'A story cannot be a version of itself.' });
    const moved = await editor.form('PUT', `/api/admin/${hindi.id}`, { language: 'en' });
    expect(moved.body.fields).toEqual({ version_of: 'That story has a version in this language already.' });
  });

  test('returns a validation error if a story in the same language has joined the group', async () => {
    const editor = await site.as('editor');
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    await editor.delete(`/api/admin/${english.id}`);
    await editor.json('POST', `/api/trash/${english.id}/restore`, {});
    const answers = await Promise.all([
      editor.form('POST', '/api/admin', storyFields({ version_of: hindi.id })),
      editor.form('POST', '/api/admin', storyFields({ language: 'ta', version_of: english.id })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { body } = answers.find(({ status }) => status === 422) ?? answers[0];
    expect(body.fields).toEqual({ version_of: 'That story has a version in this language already.' });
  });

  test('works if two stories are linked to each other concurrently', async () => {
    const editor = await site.as('editor');
    for (let n = 0; n < 5; n++) {
      const [english, hindi] = [await createStory(editor), await createStory(editor, { language: 'hi' })];
      const answers = await Promise.all([
        editor.form('PUT', `/api/admin/${english.id}`, { version_of: hindi.id }),
        editor.form('PUT', `/api/admin/${hindi.id}`, { version_of: english.id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const groups = answers.map(({ body }) => body.version_of ?? body.id);
      expect(new Set(groups).size).toBe(1);
    }
  });
});
