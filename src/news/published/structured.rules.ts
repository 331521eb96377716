// Structured data (schema.org, JSON-LD) of stories, categories and the newspaper, for search engines.
import type { CollectionPage, CorrectionComment, ImageObject, Person, ProfilePage, VideoObject } from 'schema-dts';
import { profiles } from '#src/news/authors/author-profiles.rules.ts';
import { namesIn } from '#src/news/authors/byline-names.rules.ts';
import { breadcrumbs, type Publisher, publisher, type Step } from '#src/news/cards/publisher.rules.ts';
import type { ListedCorrection } from '#src/news/corrections/corrections.contract.ts';
import { liveBlog } from '#src/news/live/live-structured.rules.ts';
import { licenceUrl } from '#src/news/media/media.rules.ts';
import { pictureShapeNames, shapePath } from '#src/news/media/picture-shapes.rules.ts';
import { isShareable } from '#src/news/media/share.rules.ts';
import type { Correction } from '#src/news/schema/columns.rules.ts';
import { isoInstantInIndia } from '#src/rules/calendar.rules.ts';
import type { AuthorPage, PictureInText, PictureStatements, StoryPage, VideoInText } from './reading.contract.ts';

function pictureAddresses(origin: string, { picture, sharePicture }: StoryPage): string[] {
  if (!picture) return [origin + sharePicture];
  const uploads = `${origin}/api/static/uploads/${picture.name}`;
  // The picture's own crops are of its most salient part; those by the story's focal point are beside its share picture.
  if (picture.objectPosition && isShareable(picture))
    return pictureShapeNames.map((shape) => origin + shapePath(sharePicture, shape));
  return picture.shaped && !picture.objectPosition
    ? pictureShapeNames.map((shape) => `${uploads}-${shape}.jpg`)
    : [`${uploads}.jpg`];
}

/** The picture of a story, with its credit and licence where they are stated. */
function picturesOf(origin: string, story: StoryPage): string[] | ImageObject[] {
  const urls = pictureAddresses(origin, story);
  const { picture } = story;
  if (!picture?.credit && !picture?.licence) return urls;
  return urls.map((url) => ({ ...imageObject(origin, url, picture), ...(picture.alt && { caption: picture.alt }) }));
}

/** A picture with its credit and licence. */
function imageObject(origin: string, contentUrl: string, stated: Omit<PictureStatements, 'alt'>) {
  const { credit, licence, licenceName } = stated;
  const license = licenceUrl(licence, licenceName);
  const isReserved = licence !== '' && license === undefined;
  return {
    '@type': 'ImageObject',
    contentUrl,
    url: contentUrl,
    ...(credit && { creditText: credit }),
    ...(license && { license }),
    ...(isReserved && {
      copyrightNotice: [credit, licenceName].filter(Boolean).join(', ') || licence,
      acquireLicensePage: `${origin}/contact`,
    }),
  } satisfies ImageObject;
}

/** Path of an author's page. */
const authorPath = (slug: string) => `/author/${encodeURIComponent(slug)}`;

// Only names, without the separators between them. The name of a byline that is a text leads to a search for it.
function authorsData(origin: string, { author, byline }: StoryPage): Person[] | [{ '@id': string }] {
  if (byline.some((part) => typeof part !== 'string'))
    return byline.flatMap((part): Person[] =>
      typeof part === 'string'
        ? namesIn(part).map((name) => ({ '@type': 'Person', name }))
        : [{ '@type': 'Person', name: part.name, url: origin + authorPath(part.slug) }],
    );
  const search = `${origin}/search?q=${encodeURIComponent(`"${author}"`)}`;
  return author ? [{ '@type': 'Person', name: author, url: search }] : [{ '@id': `${origin}/#paper` }];
}

/** Structured data of an author's page. */
export const profileData = (origin: string, { author }: AuthorPage, path: string): ProfilePage => ({
  '@type': 'ProfilePage',
  url: origin + path,
  mainEntity: {
    '@type': 'Person',
    name: author.name,
    url: origin + authorPath(author.slug),
    ...(author.role && { jobTitle: author.role }),
    ...(author.portrait && { image: `${origin}/api${author.portrait}` }),
    ...(author.contact.email && { email: author.contact.email }),
    ...(profiles(author.contact).length && { sameAs: profiles(author.contact).map(({ url }) => url) }),
    worksFor: { '@id': `${origin}/#paper` },
  },
});

const pictureInText = (origin: string, { name, width, height, caption, ...stated }: PictureInText) =>
  ({
    ...imageObject(origin, `${origin}/api/static/uploads/${name}.jpg`, stated),
    width: `${width}`,
    height: `${height}`,
    ...(caption && { caption }),
  }) satisfies ImageObject;

// A video without a title has its caption as its name, or the headline of the story.
const videoInText = (origin: string, headline: string, { path, type, title, caption, credit, ...video }: VideoInText) =>
  ({
    '@type': 'VideoObject',
    name: title || caption || headline,
    ...(title && caption && { description: caption }),
    contentUrl: origin + path,
    encodingFormat: type,
    uploadDate: isoInstantInIndia(new Date(video.uploadedAt)),
    ...(credit && { creditText: credit }),
  }) satisfies VideoObject;

function seriesData(origin: string, { id, series }: StoryPage): object {
  if (!series) return {};
  const part = series.parts.find((part) => part.id === id)?.part;
  return {
    isPartOf: {
      '@type': 'CreativeWorkSeries',
      name: series.title,
      url: `${origin}/series/${encodeURIComponent(series.slug)}`,
    },
    ...(part && { position: part }),
  };
}

/** Structured data of a story. `path` is the story's path, `section` its parent breadcrumbs. */
export const storyData = ({ origin, name }: Publisher, story: StoryPage, path: string, section: Step[]): object[] => [
  {
    '@type': 'NewsArticle',
    headline: story.title,
    description: story.summary,
    mainEntityOfPage: origin + path,
    image: picturesOf(origin, story),
    ...(story.picturesInText && {
      associatedMedia: story.picturesInText.map((picture) => pictureInText(origin, picture)),
    }),
    ...(story.videosInText && {
      video: story.videosInText.map((video) => videoInText(origin, story.title, video)),
    }),
    datePublished: isoInstantInIndia(new Date(story.publishedAt)),
    dateModified: isoInstantInIndia(new Date(story.updatedAt ?? story.publishedAt)),
    author: authorsData(origin, story),
    publisher: publisher({ origin, name }),
    ...(story.corrections && { correction: story.corrections.map(correctionComment) }),
    ...(story.category && { articleSection: story.category.name }),
    ...(story.topics.length > 0 && { keywords: story.topics.map((topic) => topic.name) }),
    ...seriesData(origin, story),
    inLanguage: story.language,
    isAccessibleForFree: true,
    ...(story.live && liveBlog(origin + path, story.live)),
  },
  breadcrumbs(origin, [...section, { name: story.title, path }]),
];

const correctionComment = ({ text, date }: Correction) =>
  ({ '@type': 'CorrectionComment', text, datePublished: date }) satisfies CorrectionComment;

/** Structured data of the page of corrections. `path` is that of a story's page in the language of the page. */
export const correctionsData = (
  { origin, name }: Publisher,
  { title, path, corrections }: { title: string; path: string; corrections: readonly ListedCorrection[] },
  storyPath: (id: number) => string,
): object[] => [
  {
    '@type': 'CollectionPage',
    name: title,
    url: origin + path,
    publisher: publisher({ origin, name }),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: corrections.map((correction, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: {
          ...correctionComment(correction),
          inLanguage: correction.language,
          about: {
            '@type': 'NewsArticle',
            headline: correction.title,
            url: origin + storyPath(correction.storyId),
          },
        },
      })),
    },
  } satisfies CollectionPage,
  breadcrumbs(origin, [{ name: title, path }]),
];
