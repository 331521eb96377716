import type { LanguageOrder } from '#src/news/stories/language-order.rules.ts';
import type { PictureFiles } from '#src/rules/picture-element.rules.ts';

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

/** A headline with the time of its publication. */
export interface Headline {
  id: number;
  title: string;
  language: string;
  publishedAt: string;
}

/** A page of a list of stories, newest first. */
export interface StoryList {
  cards: Card[];
  nextCursor: string | null;
  /** Added to the link to the next page: the order of languages, if it is not the paper's. */
  nextOrder: LanguageOrder | null;
  order: LanguageOrder;
  hasChoice: boolean;
  /** After the last story in the page's language: the newest in other languages. */
  others: Card[];
}
