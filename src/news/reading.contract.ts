// What the reading pages are made of. Smaller than the API's items: a board shows a hundred stories and reads no body.
import type { Html } from '#src/calls/html.ts';

export interface PictureView {
  /** Files are `<name>.jpg` and `<name>-<width>.<format>`, under the open uploads. */
  name: string;
  width: number;
  height: number;
  colour: string;
  /** Widths that are ready, in px. */
  webp: number[];
  avif: number[];
}

export interface Card {
  id: number;
  title: string;
  summary: string;
  /** Sub-category, or the label of a story under 'Others'. */
  label: string | null;
  language: string;
  picture: PictureView | null;
}

export interface Section {
  /** Null for stories that have lost their category. */
  category: { name: string; slug: string } | null;
  subs: { name: string; slug: string }[];
  cards: Card[];
  /** Whether the category has more than the board shows. */
  more: boolean;
}

export interface StoryPage {
  id: number;
  title: string;
  summary: string;
  standfirst: Html | null;
  html: Html;
  category: { name: string; slug: string } | null;
  sub: { name: string; slug: string } | null;
  author: string;
  language: string;
  publishedAt: string;
  /** Null while it is as it first appeared. */
  updatedAt: string | null;
  picture: (PictureView & { shaped: boolean; shownWidth: number; shownHeight: number; caption: string }) | null;
  /** Path of the picture that is drawn for those who share the story. */
  sharePicture: string;
  related: Card[];
  /** The same story in each of its languages, itself among them; empty when it stands alone. */
  versions: { id: number; language: string }[];
  /** Whether our server can translate it. */
  translatable: boolean;
}

export interface CategoryPage {
  category: { name: string; slug: string };
  subs: { name: string; slug: string }[];
  /** The sub-category shown, on its own page. */
  sub: { name: string; slug: string } | null;
  cards: Card[];
  nextCursor: string | null;
}
