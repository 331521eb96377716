// Data of the reading pages. Smaller than the API's items: a board shows a hundred stories without their bodies.
import type { Html } from '#src/calls/html.ts';
import type { BylinePart } from '#src/news/authors/authors.rules.ts';
import type { LiveEntry } from '#src/news/live/live.contract.ts';
import type { EntryOrder, LiveState } from '#src/news/live/live.rules.ts';
import type { Licence } from '#src/news/media/media.contract.ts';
import type { StoryTexts } from '#src/news/schema/story-fields.contract.ts';
import type { Correction } from '#src/news/stories/corrections.rules.ts';
import type { LanguageOrder } from '#src/news/stories/language-order.rules.ts';
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

export interface Card {
  id: number;
  title: string;
  summary: string;
  /** Sub-category, or the label of a story under 'Others'. */
  label: string | null;
  language: string;
  publishedAt: string;
  picture: PictureFiles | null;
}

export interface Section {
  /** Null for stories whose category was deleted. */
  category: { name: string; slug: string } | null;
  subs: { name: string; slug: string }[];
  cards: Card[];
  /** Whether the category has more stories than the board shows. */
  more: boolean;
}

/** A headline with the time of its publication. */
export interface Headline {
  id: number;
  title: string;
  language: string;
  publishedAt: string;
}

/** The front: what editors put forward, sections of the page's language, and the newest stories in other languages. */
export interface Front {
  /** The lead of the paper, which its section does not show again. */
  lead: Card | null;
  breaking: Headline[];
  /** The newest stories of all sections, beside the lead. */
  latest: Headline[];
  order: LanguageOrder;
  /** Whether the reader has another order to choose: not where all stories are in one language. */
  hasChoice: boolean;
  sections: Section[];
  others: Card[];
}

/** A story as its page shows it. */
export interface StoryView extends StoryTexts {
  id: number;
  title: string;
  summary: string;
  standfirst: Html | null;
  html: Html;
  /** Who has written it: authors who have a page, and texts. */
  byline: BylinePart[];
  category: { name: string; slug: string } | null;
  sub: { name: string; slug: string } | null;
  topics: { name: string; slug: string }[];
  language: string;
  publishedAt: string;
  /** Those in its text; absent if there are none. */
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

/** A page of the entries of a live story. */
export interface LivePage {
  state: LiveState;
  startedAt: string;
  endedAt: string | null;
  /** When its readers last got something new. */
  updatedAt: string;
  /** Number of the last change that it shows. */
  seq: number;
  order: EntryOrder;
  /** The id of the entry that the page was asked to begin with; null on the first page. */
  from: number | null;
  /** The first entry of the next page. */
  next: number | null;
  entries: LiveEntry[];
  keyEvents: { id: number; headline: string; at: string }[];
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

/** A page of a list of stories, newest first. */
export interface StoryList {
  cards: Card[];
  nextCursor: string | null;
  /** What the link to the next page must name: an order that is not the paper's. */
  nextOrder: LanguageOrder | null;
  order: LanguageOrder;
  hasChoice: boolean;
  /** After the last story in the page's language: the newest in other languages. */
  others: Card[];
}
