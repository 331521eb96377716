import { expect, test } from 'vitest';
import { plainText, printParagraphs, storyHtml } from './story-text.rules.ts';

const longest = 200_000;
const repeated = (text: string) => text.repeat(Math.floor(longest / text.length));
const wide = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'a\n'.repeat(rows)}\n`;

test.each<[string, string]>([
  ['rows', `|a|b|\n|-|-|\n${repeated('|1|2|\n')}`],
  ['many tables with rows that are filled up', repeated(wide(1000, 65))],
  ['a table of twenty columns with rows that are filled up', wide(20, 99_000)],
  ['headings without end', wide(50_000, 1)],
  ['delimiter rows', repeated('|-|-|\n')],
  ['headings and delimiter rows, none of which match', repeated('|a|b|\n|-|\n')],
  ['small tables', repeated('|a|\n|-|\n|1|\n\n')],
  ['tables in quotations', repeated('> |a|b|\n> |-|-|\n> |1|2|\n>\n')],
])('200,000 characters of %s do not stop the server', (_, text) => {
  const before = process.threadCpuUsage();
  const { html } = storyHtml(text);
  const rendered = process.threadCpuUsage(before);
  plainText(text);
  printParagraphs(text);
  // A story of 200,000 characters of emphasis takes as long. The processor's time, as the machine may be busy.
  expect((rendered.user + rendered.system) / 1000).toBeLessThan(1500);
  expect(html.length).toBeLessThan(10 * longest);
});
