import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOrigins } from '#src/rules/frame-origins.rules.ts';
import { embedOf, siteOf } from './embeds.rules.ts';

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1', youtube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s', `${youtube}&start=65`],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=90', `${youtube}&start=90`],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', youtube],
  [
    'https://x.com/TheHindu/status/1234567890123456789?s=20',
    'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1234567890123456789',
  ],
  ['https://twitter.com/i/web/status/12', 'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=12'],
  ['https://www.instagram.com/p/Cabc_-123/?img_index=1', 'https://www.instagram.com/p/Cabc_-123/embed'],
  ['https://www.instagram.com/paper/reel/Cabc_-123/', 'https://www.instagram.com/reel/Cabc_-123/embed'],
  [
    'https://www.openstreetmap.org/?mlat=18.52&mlon=73.85#map=16/18.52/73.85',
    'https://www.openstreetmap.org/export/embed.html?bbox=73.843134%2C18.515117%2C73.856866%2C18.524883&layer=mapnik&marker=18.52%2C73.85',
  ],
  [
    'https://www.google.com/maps/place/Shaniwar+Wada/@18.5194,73.8553,17z/data=!3m1',
    'https://www.google.com/maps?q=Shaniwar+Wada&ll=18.5194%2C73.8553&z=17&output=embed',
  ],
  ['https://www.google.com/maps/embed?pb=!1m18!1m12', 'https://www.google.com/maps/embed?pb=%211m18%211m12'],
  ['https://maps.google.com/?q=Pune', 'https://www.google.com/maps?q=Pune&output=embed'],
])('%s is shown in a frame', (address, frameUrl) => {
  expect(embedOf(address)?.frameUrl).toBe(frameUrl);
});

test('a short video is tall', () => {
  expect(embedOf('https://www.youtube.com/shorts/dQw4w9WgXcQ')).toMatchObject({ tall: true, videoId: 'dQw4w9WgXcQ' });
});

test.each([
  'https://example.org/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@example.org/watch?v=dQw4w9WgXcQ',
  'https://user@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=%22onload%3D',
  'https://www.youtube.com/channel/UC1234567890',
  'https://x.com/TheHindu',
  'https://www.google.com/search?q=maps',
  'https://www.google.com/url?q=https://example.org',
  'https://www.openstreetmap.org/#map=99/x/y',
  'javascript:alert(1)',
  'no address',
])('%s has no frame', (address) => {
  expect(embedOf(address)).toBeUndefined();
});

test('a frame is on one of the sites that the policies allow, whatever the address', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'embed',
      'maps',
      'status',
      'p',
      '@1,2,3z',
      'v',
      '..',
      '%2e%2e',
      '\\',
      '//',
      '?q=',
      '&pb=!',
      '#map=3/4/5',
    ),
    fc.string(),
  );
  const host = fc.constantFrom('youtu.be', 'youtube.com', 'x.com', 'instagram.com', 'google.com', 'openstreetmap.org');
  fc.assert(
    fc.property(host, fc.array(piece), (name, pieces) => {
      const found = embedOf(`https://${name}/${pieces.join('/')}`);
      if (found) expect(Object.values(frameOrigins)).toContain(new URL(found.frameUrl).origin);
    }),
  );
});

test('the name of a site', () => {
  expect(siteOf('https://www.example.org/a')).toBe('example.org');
});
