// The editor of a story's text: by keyboard alone, with what comes from Word, and on a phone.
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

test('a story is written by keyboard, with a table from Word, and changed in one place', async ({
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
  await page.keyboard.type(' and more');
  await expectMarkdown(page, '# By hand\ntwo *lines*\n\n- one\n- two and more');
  await field.press('ControlOrMeta+z');
  await expectMarkdown(page, typed);

  await writeText(page, '');
  await field.press('Delete');
  await paste(field, { 'text/html': wordHtml, 'text/plain': 'The count' });
  await expect(page.getByText('Pictures cannot be pasted.')).toBeVisible();
  await expectMarkdown(page, wordMarkdown.join('\n\n'));

  // A box, by the menu of the slash; then the toolbar, and back.
  await moveCaret(page, 'ControlOrMeta+Home', 'The count');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  // The editor learns of a caret that was moved by a key only with an event that follows.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
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
