import { expect, test } from 'vitest';
import type { Html } from '#src/calls/html.ts';
import type { LivePage } from './live.contract.ts';
import { liveBlog } from './live-structured.rules.ts';

const entry = {
  id: 7,
  title: '',
  headline: 'The ferry has left.',
  html: '<p>The <em>ferry</em> has left.</p>\n<p>2 &lt; 3 &amp;amp; late.</p>\n' as Html,
  key_event: false,
  pinned: false,
  author: 'Asha',
  created_at: '2026-11-24T10:00:00.000Z',
  updated_at: '2026-11-24T10:05:00.000Z',
};
const live: LivePage = {
  state: 'running',
  startedAt: '2026-11-24T09:00:00.000Z',
  endedAt: null,
  updatedAt: '2026-11-24T10:05:00.000Z',
  seq: 3,
  order: 'newest',
  from: null,
  next: null,
  entries: [entry],
  keyEvents: [],
};

test('a live story is a LiveBlogPosting with its entries', () => {
  expect(liveBlog('https://news.test/news/42', live)).toEqual({
    '@type': 'LiveBlogPosting',
    dateModified: '2026-11-24T15:35:00.000+05:30',
    coverageStartTime: '2026-11-24T14:30:00.000+05:30',
    liveBlogUpdate: [
      {
        '@type': 'BlogPosting',
        headline: 'The ferry has left.',
        url: 'https://news.test/news/42?from=7#entry-7',
        datePublished: '2026-11-24T15:30:00.000+05:30',
        dateModified: '2026-11-24T15:35:00.000+05:30',
        articleBody: 'The ferry has left. 2 < 3 &amp; late.',
        author: { '@type': 'Person', name: 'Asha' },
      },
    ],
  });
});

test('an ended one says when, and it has 50 entries at most', () => {
  const ended = liveBlog('https://news.test/news/42', {
    ...live,
    endedAt: '2026-11-24T11:00:00.000Z',
    entries: Array.from({ length: 51 }, (_, n) => ({ ...entry, id: n + 1 })),
  });
  expect(ended).toMatchObject({ coverageEndTime: '2026-11-24T16:30:00.000+05:30' });
  expect(ended.liveBlogUpdate).toHaveLength(50);
});
