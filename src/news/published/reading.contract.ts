// Data of the reading pages. Smaller than the API's items: a board shows a hundred stories without their bodies.
import type { Html } from '#src/calls/html.ts';
import type { BylinePart } from '#src/news/authors/authors.rules.ts';
import type { Card, StoryList } from '#src/news/cards/cards.contract.ts';
import type { LivePage } from '#src/news/live/live.contract.ts';
import type { Correction, Licence } from '#src/news/schema/columns.rules.ts';
import type { StoryTexts } from '#src/news/schema/story-fields.contract.ts';
import type { PictureFiles } from '#src/rules/picture-element.rules.ts';

/** What the media library states about a picture; each text may be empty. */
export interface PictureStatements {
  alt: string;
  credit: string;
  licence: Licence;
  licenceName: string;
}

/** A picture in the text of a story, for search engines. */
export interface PictureInText extends Omit<PictureStatements, 'alt'> {
  name: string;
  width: number;
  height: number;
  caption: string;
}

/** A video in the text of a story, for search engines. */
export interface VideoInText {
  /** Path of its file. */
  path: string;
  type: string;
  /** Each may be empty. */
  title: string;
  caption: string;
  credit: string;
  uploadedAt: string;
}

/** A story as its page shows it. */
export interface StoryView extends StoryTexts {
  id: number;
  title: string;
  summary: string;
  standfirst: Html | null;
  html: Html;
  /** The byline: authors who have a page, and the texts between them. */
  byline: BylinePart[];
  category: { name: string; slug: string } | null;
  sub: { name: string; slug: string } | null;
  topics: { name: string; slug: string }[];
  language: string;
  publishedAt: string;
  /** The corrections in its text; absent if there are none. */
  corrections?: Correction[];
  /** Null if the story has not changed since it was published. */
  updatedAt: string | null;
  picture: (PictureFiles & PictureStatements & { shaped: boolean; shownWidth: number; shownHeight: number }) | null;
}

export interface StoryPage extends StoryView {
  /** The pictures in its text; absent if there are none. */
  picturesInText?: PictureInText[];
  /** The videos of our library in its text; absent if there are none. */
  videosInText?: VideoInText[];
  /** Path of the generated preview picture (og:image). */
  sharePicture: string;
  related: Card[];
  /** What the first related story has in common with this one. */
  relatedBy: 'topic' | 'category';
  /** The series that the story is a part of. */
  series: SeriesOfStory | null;
  /** All language versions of the story, including this one; empty if there is only one. */
  versions: { id: number; language: string }[];
  /** Whether the server can translate the story. */
  translatable: boolean;
  /** Its entries, if it is live. */
  live: LivePage | null;
}

/** A part of a series. */
export interface SeriesPart {
  id: number;
  title: string;
  language: string;
  /** Null if it has no number. */
  part: number | null;
}

export interface SeriesPage {
  title: string;
  slug: string;
  language: string;
  description: string;
  parts: SeriesPart[];
}

/** A series beside one of its parts. */
export interface SeriesOfStory extends Omit<SeriesPage, 'description'> {
  /** The public parts beside this one. */
  parts: SeriesPart[];
  /** Number of all public parts. */
  count: number;
  previous: SeriesPart | null;
  next: SeriesPart | null;
}

export interface TopicPage extends StoryList {
  topic: { id: number; name: string; slug: string; description: string };
}

export interface CategoryPage extends StoryList {
  category: { id: number; name: string; slug: string };
  subs: { name: string; slug: string }[];
  /** The current sub-category, on a sub-category page. 'Others' has no id. */
  sub: { name: string; slug: string; id?: number } | null;
}

export interface AuthorPage extends StoryList {
  author: {
    id: number;
    name: string;
    slug: string;
    role: string;
    bio: Html | null;
    /** Language of the role and the biography. */
    language: string;
    /** Path below the API. */
    portrait: string | null;
    contact: { email: string; x: string; instagram: string };
  };
}
