// Pictures that come with a text from Word or Google Docs, or are dropped as files: they reach the library and the page.
import type { Locator, Page } from '@playwright/test';
import type { Client } from '../client.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { expectMarkdown, moveCaret, textEditor, update, writeText } from './story-steps.ts';

const bytesOf = async (width: number, format: 'png' | 'jpeg' = 'png') =>
  Buffer.from(await (await pictureFile(width, 200, format)).arrayBuffer());

interface Data {
  types?: Record<string, string>;
  files?: { name: string; type: string; bytes: Buffer }[];
}

/** Pastes or drops what a clipboard or a mouse holds, on the text or on one of its paragraphs. */
async function give(target: Locator, event: 'paste' | 'drop', { types = {}, files = [] }: Data): Promise<void> {
  const sent = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }));
  await target.evaluate(
    (element, { event, types, files }) => {
      const data = new DataTransfer();
      for (const [type, content] of Object.entries(types)) data.setData(type, content);
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const { left, top, height } = element.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...init })
          : new DragEvent('drop', { dataTransfer: data, clientX: left + 5, clientY: top + height / 2, ...init }),
      );
    },
    { event, types, files: sent },
  );
}

/** Holds the uploads of the page until it is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/media/pictures', async (route) => {
    await promise;
    await route.continue().catch(() => undefined); // the page has stopped it
  });
  return resolve;
}

const newPicture = (page: Page) => page.getByRole('region', { name: /^New picture/ });
const status = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

/** The text of a story, with the width of each picture in place of its id. */
async function storedText(client: Client, id: number): Promise<string> {
  let text: string = (await client.get(`/api/admin/${id}`)).body.news_description;
  for (const [whole, picture] of text.matchAll(/::picture\{id=(\d+)\}/g)) {
    const { width, alt } = (await client.get(`/api/media/pictures/${picture}`)).body;
    text = text.replace(whole, `[${[width, alt].filter(Boolean).join(' ')}]`);
  }
  return text;
}

const shapes = (name: string) => `v:shapes="Picture_x0020_${name}"`;
const wordHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml"><body><!--StartFragment-->
<p class=MsoNormal>Before the count.</p>
<p class=MsoNormal><span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/Temp/image001.png"/></v:shape><![endif]--><![if !vml]><img
width=300 height=200 src="file:///C:/Temp/msohtmlclip1/01/clip_image002.png" ${shapes('1')}><![endif]></span></p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Ward</b></p></td><td><p class=MsoNormal><b>Votes</b></p></td></tr>
<tr><td><p class=MsoNormal>Naubat</p></td><td><p class=MsoNormal>1204</p></td></tr></table>
<p class=MsoNormal>After the count.<![if !vml]><img src="file:///C:/Temp/msohtmlclip1/01/clip_image004.jpg" ${shapes('2')}><![endif]></p>
<!--EndFragment--></body></html>`;
const wordRtf = async (one: number, two: number) => {
  const group = (blip: string, bytes: Buffer) =>
    `{\\*\\shppict{\\pict{\\*\\picprop}\\picw10\\${blip}\\bliptag7{\\*\\blipuid 00ff}${bytes.toString('hex').replaceAll(/.{128}/g, '$&\r\n')}}}{\\nonshppict{\\pict\\wmetafile8 0100}}`;
  return `{\\rtf1\\ansi Before the count.\\par ${group('pngblip', await bytesOf(one))}\\par\\trowd\\intbl Ward\\cell\\row After the count.${group('jpegblip', await bytesOf(two, 'jpeg'))}\\par}`;
};

test('a text of Word with pictures and a table is pasted on a phone, saved when they are there, and read', {
  tag: '@core',
}, async ({ page, login, checkAccessibility }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'The count', news_description: 'First.' });
  const release = await holdUploads(page);
  await page.goto(`/admin/edit/${id}`);
  await writeText(page, '');
  await textEditor(page).press('Delete');
  await give(textEditor(page), 'paste', {
    types: { 'text/html': wordHtml, 'text/rtf': await wordRtf(301, 302), 'text/plain': 'Before the count.' },
  });
  await expect(newPicture(page)).toHaveCount(2);
  await expect(status(page, '2 pictures are being uploaded.')).toBeVisible();
  await checkAccessibility();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const words = ['Before the count.', '| Ward | Votes |\n| --- | --- |\n| Naubat | 1204 |', 'After the count.'];
  await expectMarkdown(page, words.join('\n\n'));
  await page.keyboard.press('Control+s');
  await expect(status(page, 'The story is saved as soon as they are there.')).toBeVisible();
  release();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(newPicture(page)).toHaveCount(0);
  const [before, table, after] = words;
  expect(await storedText(editor, id)).toBe([before, '[301]', table, after, '[302]'].join('\n\n'));

  // The editor is asked to describe them; their file names are not used for that.
  const alts = page.getByLabel('Alternative text');
  await expect(alts).toHaveCount(2);
  await alts.first().fill('The counting hall');
  await alts.first().press('Enter');
  await alts.last().fill('The winner');
  await alts.last().press('Tab');
  await expect(page.getByText('Details saved')).toHaveCount(2);
  await checkAccessibility();
  await page.goto(`/news/${id}`);
  await expect(page.getByRole('img', { name: 'The counting hall' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The winner' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '1204' })).toBeVisible();
});

test('files are dropped in order; one that fails is tried again, another is removed, and leaving asks', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'The ferry', news_description: 'One.\n\nTwo.' });
  await page.goto(`/admin/edit/${id}`);
  await page.route('**/api/media/pictures', (route) => route.abort());
  const files = await Promise.all(
    [311, 312, 313].map(async (width) => ({ name: `${width}.png`, type: 'image/png', bytes: await bytesOf(width) })),
  );
  await give(textEditor(page).getByText('One.'), 'drop', { files });
  await expect(newPicture(page)).toHaveCount(3);
  await expect(newPicture(page).getByRole('alert')).toHaveCount(3);
  await checkAccessibility();
  await update(page);
  await expect(page.getByText('3 pictures were not uploaded.').first()).toBeVisible();

  await page.getByRole('link', { name: 'History', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.unroute('**/api/media/pictures');
  await newPicture(page).nth(1).getByRole('button', { name: 'Remove', exact: true }).click();
  await newPicture(page).first().getByRole('button', { name: 'Try again' }).click();
  await expect(newPicture(page)).toHaveCount(1);
  // The editor undoes at once what was done within half a second.
  await page.waitForTimeout(600);
  // Joining the paragraphs around it selects it first; what is deleted comes back by undoing.
  await moveCaret(page, 'ControlOrMeta+End', 'Two.');
  await moveCaret(page, 'Home', 'Two.');
  await page.keyboard.press('Backspace');
  await expect(newPicture(page)).toHaveClass(/is-selected/);
  await page.keyboard.press('Backspace');
  await expect(newPicture(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await newPicture(page).getByRole('button', { name: 'Try again' }).click();
  await expect(newPicture(page)).toHaveCount(0);
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect(await storedText(editor, id)).toBe('One.\n\n[311]\n\n[313]\n\nTwo.');
});

test('pictures stand where a document has them, also while its Markdown is written; those of other sites are left out', async ({
  page,
  login,
}) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'The river', news_description: 'First.' });
  const url = async (width: number) => `data:image/png;base64,${(await bytesOf(width)).toString('base64')}`;
  const image = async (width: number) => `<img src="${await url(width)}">`;
  const release = await holdUploads(page);
  const outside: string[] = [];
  await page.route('https://other.example/**', (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  await page.goto(`/admin/edit/${id}`);
  await writeText(page, '');
  await textEditor(page).press('Delete');
  const html = `<b id="docs-internal-guid-1" style="font-weight:normal"><p>${await image(321)}${await image(322)} Starts with two,
has ${await image(323)} in a sentence.</p><p><img src="https://other.example/a.png">Elsewhere.</p>
<ol><li><p>One</p></li><li><p>Two ${await image(324)}</p></li><li><p>Three</p></li></ol>
<table><tr><td>a</td><td>b ${await image(325)}</td></tr><tr><td>c</td><td>d</td></tr></table></b>`;
  await give(textEditor(page), 'paste', { types: { 'text/html': html } });
  await expect(page.getByText('1 picture could not be taken.')).toBeVisible();
  await expect(newPicture(page)).toHaveCount(5);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(newPicture(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(newPicture(page)).toHaveCount(5);

  await page.getByRole('button', { name: 'Markdown' }).click();
  const markdown = page.getByRole('textbox', { name: /^Description/ });
  await markdown.fill((await markdown.inputValue()).replace('Elsewhere.', 'There.'));
  await markdown.evaluate((element: HTMLTextAreaElement) => {
    const end = element.value.indexOf('There.') + 'There.'.length;
    element.setSelectionRange(end, end);
  });
  release();
  await expect(markdown).toHaveValue(/(?:::picture[^:]+){5}/);
  await markdown.pressSequentially(' Here.');
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect(await storedText(editor, id)).toBe(
    [
      '[321]',
      '[322]',
      'Starts with two, has in a sentence.',
      '[323]',
      'There. Here.',
      '1. One\n2. Two',
      '[324]',
      '3) Three', // in the Markdown that was changed it stood directly below the other list
      '| a | b |\n| --- | --- |\n| c | d |',
      '[325]',
    ].join('\n\n'),
  );
  expect(outside).toEqual([]);
});
