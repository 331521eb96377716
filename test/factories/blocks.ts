import type { BlockResources } from '#src/markdown/story-blocks.rules.ts';
import { languages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';

/** Resources of `everyBlock`. */
export const blockResources = (
  changes: Partial<BlockResources> = {},
  language: keyof typeof languages = 'en',
): BlockResources => ({
  t: translator(language),
  locale: languages[language].locale,
  host: '/api',
  pictures: new Map([
    [
      12,
      {
        ...{ name: 'abc', width: 1600, height: 1200, colour: '#123456', webp: [320, 768], avif: [320, 768] },
        ...{ alt: 'Water at the steps', caption: 'The library’s caption', credit: 'Asha Rao' },
      },
    ],
  ]),
  files: new Map([
    [7, { kind: 'video', path: '/media/7.mp4', type: 'video/mp4', title: 'Gates', caption: '', credit: 'Desk' }],
    [8, { kind: 'audio', path: '/media/8.mp3', type: 'audio/mpeg', title: 'Siren', caption: '', credit: '' }],
  ]),
  stories: new Map([[42, { title: 'بند کے دروازے', language: 'ur', path: '/news/42' }]]),
  showsMissing: false,
  ...changes,
});
