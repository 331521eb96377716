import { expect, test } from 'vitest';
import { citedWorks, downloadedEssay } from './works.rules.ts';

test('addresses of the site in a text are citations; those of others and parts of words are not', () => {
  const text = `See [the heron](/news/12), [again](/hi/news/12) and <https://www.paper.example/research/7/lake-frogs.pdf>.
    Printed: paper.example/te/research/8. Not https://other.example/news/1, /news/13-times, x/news/14, /newsletters/15,
    https://other.example/xy/research/16, /category/17, https://paper.example.evil/news/18.`;
  expect(citedWorks(text, 'https://paper.example')).toEqual([
    { kind: 'story', id: 12 },
    { kind: 'essay', id: 7 },
    { kind: 'essay', id: 8 },
  ]);
  expect(citedWorks('http://localhost:3000/news/5 http://localhost/news/6', 'http://localhost:3000')).toEqual([
    { kind: 'story', id: 5 },
  ]);
});

test('a PDF that is sent from its beginning is a download, a robot’s or a later part is none', () => {
  const sent = { method: 'GET', url: '/research/7/lake-frogs.pdf', status: 200, headers: {} };
  expect(downloadedEssay(sent)).toBe(7);
  expect(downloadedEssay({ ...sent, status: 206, headers: { range: 'bytes=0-' } })).toBe(7);
  expect(downloadedEssay({ ...sent, status: 206, headers: { range: 'bytes=65536-' } })).toBeUndefined();
  for (const changes of [
    { status: 304 },
    { status: 410 },
    { method: 'HEAD' },
    { url: '/research/7/' },
    { url: '/hi/research/7/x.pdf' },
    { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
  ])
    expect(downloadedEssay({ ...sent, ...changes })).toBeUndefined();
});
