// The editor of a story's text: by keyboard alone, with text from Word, and on a phone.
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { expectMarkdown, moveCaret, paste, textEditor, writeText } from './story-steps.ts';

// As Word for Windows puts it on the clipboard.
const wordHtml = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment-->
<h1><span lang=EN-IN>The count<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8pt'><span lang=EN-IN style='font-size:12.0pt'>It ended
at <b>noon</b>,&nbsp; says the <a href="https://ferry.example/count">returning officer</a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Ward one<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>o&nbsp;</span><![endif]>Its booths</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;</span>Ward two</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=100><p class=MsoNormal><b>Ward</b></p></td>
<td><p class=MsoNormal align=right style='text-align:right'><b>Votes</b></p></td></tr>
<tr><td><p class=MsoNormal>Naubat</p><p class=MsoNormal>Ghat</p></td><td><p class=MsoNormal align=right>1|204</p></td></tr></table>
<img src="file:///C:/x.png">
<!--EndFragment--></body></html>`;
const wordMarkdown = [
  '## The count',
  'It ended at **noon**, says the [returning officer](https://ferry.example/count).',
  '- Ward one\n  - Its booths\n- Ward two',
  '| Ward | Votes |\n| --- | ---: |\n| Naubat Ghat | 1\\|204 |',
];

test('a story is written by keyboard, with a table from Word, and changed in one place', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const typed = '# By hand\ntwo *lines*\n\n\n* one\n* two';
  const story = await createStory(editor, { news_title: 'The count', news_description: typed });
  await page.goto(`/admin/edit/${story.id}`);
  const field = textEditor(page);
  await expect(field.getByRole('heading', { name: 'By hand' })).toBeVisible();

  await moveCaret(page, 'ControlOrMeta+End', 'two');
  // In one piece: what is typed after a pause is undone separately.
  await page.keyboard.insertText(' and more');
  await expectMarkdown(page, '# By hand\ntwo *lines*\n\n- one\n- two and more');
  await field.press('ControlOrMeta+z');
  await expectMarkdown(page, typed);

  await writeText(page, '');
  await field.press('Delete');
  await paste(field, { 'text/html': wordHtml, 'text/plain': 'The count' });
  await expect(page.getByText('1 picture could not be taken.')).toBeVisible();
  await expectMarkdown(page, wordMarkdown.join('\n\n'));

  // A box, by the menu of the slash; then the toolbar, and back.
  await moveCaret(page, 'ControlOrMeta+Home', 'The count');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  // A caret that was moved by a key reaches the editor only with an event that follows.
  await expect(page.getByRole('button', { name: 'Heading', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.type('/');
  const dialog = page.getByRole('dialog', { name: 'Insert' });
  await expect(dialog).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('button', { name: /^Facts box/ }).press('Enter');
  await page.keyboard.type('Eleven *wards*. # 1');
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.type('!');
  const box = page.getByRole('region', { name: 'Facts box' });
  await box.getByLabel('Title of the box').fill('In figures');
  await checkAccessibility();
  await expectMarkdown(page, [':::facts[In figures]\nEleven *wards*. # 1!\n:::', ...wordMarkdown].join('\n\n'));
  await page.keyboard.press('Control+s');
  await expect(page.getByText('News updated successfully')).toBeVisible();
});

test('a link, a video of another site and a gallery are inserted on a narrow screen, by keyboard', async ({
  page,
  login,
  checkAccessibility,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const editor = await login('editor');
  const ids: number[] = [];
  for (const caption of ['A ferry', 'The harbour']) {
    const sent = { file: await pictureFile(300, 200), alt: caption, caption };
    ids.push((await editor.form('POST', '/api/media/pictures', sent)).body.id);
  }
  const story = await createStory(editor, { news_title: 'The ferry', news_description: 'See the times.' });
  await page.goto(`/admin/edit/${story.id}`);
  await moveCaret(page, 'ControlOrMeta+End', 'See the times.');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('no address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not an address that can be used.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByLabel('Address').fill('ferry.example/times');
  await page.keyboard.press('Enter');
  await expect(textEditor(page)).toBeFocused();

  await page.getByRole('button', { name: 'Insert' }).press('Enter');
  await dialog.getByRole('button', { name: /^From another site/ }).press('Enter');
  await dialog.getByLabel('Address').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await checkAccessibility();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'From another site' })).toBeVisible();

  await page.getByRole('button', { name: 'Insert' }).press('Enter');
  await dialog.getByRole('button', { name: /^Gallery/ }).press('Enter');
  await dialog.getByRole('button', { name: 'A ferry' }).press('Enter');
  await dialog.getByRole('button', { name: 'The harbour' }).press('Enter');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Choose 2 pictures' }).press('Enter');
  const gallery = page.getByRole('region', { name: 'Gallery of 2 pictures' });
  await gallery.getByLabel('Picture caption').fill('Two views');
  await checkAccessibility();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const [ferry, harbour] = ids;
  await expectMarkdown(
    page,
    [
      '[See the times.](https://ferry.example/times)',
      '::embed{url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"}',
      `:::gallery[Two views]\n::picture[A ferry]{id=${ferry}}\n::picture[The harbour]{id=${harbour}}\n:::`,
    ].join('\n\n'),
  );
});
