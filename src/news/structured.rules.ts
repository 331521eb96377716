// What search engines are told of stories, categories and the paper, in the words of schema.org.
import type { StoryPage } from './reading.contract.ts';

/** The paper as search engines are to know it. */
export interface Paper {
  origin: string;
  name: string;
}

/** The instant in the paper's own time, as Google asks for it: "2026-11-21T20:00:00.000+05:30". */
export const indianInstant = (instant: string): string =>
  new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');

const publisher = ({ origin, name }: Paper) => ({
  '@type': 'NewsMediaOrganization',
  '@id': `${origin}/#paper`,
  name,
  url: `${origin}/`,
  logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: 512, height: 512 },
});

/** The paper itself, for its first pages: its name is what search results show over them. */
export const paperData = (paper: Paper): object[] => [
  {
    '@type': 'WebSite',
    '@id': `${paper.origin}/#site`,
    name: paper.name,
    url: `${paper.origin}/`,
    publisher: { '@id': `${paper.origin}/#paper` },
  },
  publisher(paper),
];

interface Step {
  name: string;
  path: string;
}

/** The way from the news to a page, the page itself last. */
export const breadcrumbs = (origin: string, steps: Step[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

/** The proportions in which search engines show pictures, by the ending of their files' names. */
export const pictureShapes = { '16x9': 16 / 9, '4x3': 4 / 3, '1x1': 1 } as const;
export type PictureShape = keyof typeof pictureShapes;
export const pictureShapeNames = Object.keys(pictureShapes) as PictureShape[]; // the keys of the table above

function pictureAddresses(origin: string, { picture, sharePicture }: StoryPage): string[] {
  if (!picture) return [origin + sharePicture];
  const uploads = `${origin}/api/static/uploads/${picture.name}`;
  return picture.shaped ? pictureShapeNames.map((shape) => `${uploads}-${shape}.jpg`) : [`${uploads}.jpg`];
}

/** A story. `path` is its own, `section` the way to it. */
export const storyData = ({ origin, name }: Paper, story: StoryPage, path: string, section: Step[]): object[] => [
  {
    '@type': 'NewsArticle',
    headline: story.title,
    description: story.summary,
    mainEntityOfPage: origin + path,
    image: pictureAddresses(origin, story),
    datePublished: indianInstant(story.publishedAt),
    dateModified: indianInstant(story.updatedAt ?? story.publishedAt),
    author: story.author
      ? [
          {
            '@type': 'Person',
            name: story.author,
            url: `${origin}/search?q=${encodeURIComponent(`"${story.author}"`)}`,
          },
        ]
      : [{ '@id': `${origin}/#paper` }],
    publisher: publisher({ origin, name }),
    ...(story.category && { articleSection: story.category.name }),
    inLanguage: story.language,
    isAccessibleForFree: true,
  },
  breadcrumbs(origin, [...section, { name: story.title, path }]),
];
