import { HtmlValidate } from 'html-validate';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { titleMaxLength } from '#src/news/schema/story-fields.contract.ts';
import { newsletterFields } from '#test/factories/newsletters.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { openSink } from '#test/smtp-sink.ts';
import { introMaxLength, nameMaxLength, storiesMost, subjectMaxLength } from '../newsletters.rules.ts';

const sink = await openSink();
const site = siteForFile({ SMTP_URL: sink.url, SITE_URL: 'https://paper.example' });

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Mail programs support tables better than styles, so these attributes are in mails as they were in HTML 4.
  rules: { 'no-deprecated-attr': 'off' },
});
/** Gmail hides the rest of a longer mail. */
const gmailBytes = 102 * 1024;

test.each([
  ['en', 'The tanks of the city are full & "quiet" <again>. '],
  ['hi', 'शहर के तालाब फिर से भर गए और शांत हैं। '],
  ['ur', 'شہر کے تالاب پھر سے بھر گئے اور خاموش ہیں۔ '],
])(
  'the longest issue in %s is valid HTML, within what Gmail shows, and complete without pictures',
  async (language, words) => {
    const [admin, editor] = [await site.as('admin'), await site.as('editor')];
    const text = (length: number) =>
      words
        .repeat(Math.ceil(length / words.length))
        .slice(0, length)
        .trim();
    const image = await pictureFile(1600, 1000, 'jpeg');
    for (let n = 0; n < storiesMost; n++)
      await createStory(editor, {
        ...{ language, status: 'published', image, news_title: `${n} ${text(titleMaxLength - 3)}` },
        ...{ image_caption: text(200), news_description: text(3000) },
      });
    const fields = { language, stories: storiesMost, name: text(nameMaxLength), description: text(100) };
    const { body: newsletter } = await admin.json('POST', '/api/newsletter-desk', newsletterFields(fields));
    const { body: issue } = await editor.json('POST', `/api/newsletter-desk/${newsletter.id}/issues`, {});
    const stored = (await editor.get(`/api/newsletter-desk/issues/${issue.id}`)).body;
    const stories = stored.stories.map(({ id }: { id: number }) => id);
    expect(stories).toHaveLength(storiesMost);
    const content = {
      version: 1,
      subject: text(subjectMaxLength),
      intro: text(introMaxLength),
      stories,
      state: 'draft',
    };
    expect((await editor.json('PUT', `/api/newsletter-desk/issues/${issue.id}`, content)).status).toBe(200);
    const { body } = await editor.json('POST', `/api/newsletter-desk/issues/${issue.id}/test`, {});
    const [, email = ''] = /to (\S+)\.$/.exec(body.message) ?? [];
    const { html = '' } = await PostalMime.parse(sink.mailsTo(email).at(-1) ?? '');
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => [ruleId, message, selector])),
    ).toEqual([]);
    expect(Buffer.byteLength(html)).toBeLessThan(gmailBytes);
    const withoutPictures = html.replaceAll(/<img [^>]*>/g, '');
    expect(html).toMatch(/<img alt="[^"]+"/);
    for (const { title } of stored.stories) expect(withoutPictures).toContain(title.slice(0, 20));
  },
);
