import type { CorrectionDirective } from '#src/markdown/directives.rules.ts';
import type { Language } from '#src/messages/languages.ts';

/** Ten names, with separators. */
export const bylineMaxLength = 800;

// Categories are looked up by slug: two names with the same slug are the same category.
// Every category offers the sub-category 'Others'; the editor types a label that is shown instead of its name.
/** Maximum length of the name of a category or sub-category, and of a story's submenu label. */
export const nameMaxLength = 60;

/** Names of a category by language. */
export type LocalNames = Partial<Record<Language, string | undefined>>;

export interface Correction extends Pick<CorrectionDirective, 'kind' | 'date'> {
  /** Without Markdown syntax, one line per paragraph. */
  text: string;
}

/** The lead of the paper, above all sections; the first places of a story's own section; the bar of breaking news. */
export const placeKinds = ['lead', 'pinned', 'breaking'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** Media type, file extensions (the first one is stored), and what it is. */
export const mediaFileTypes = {
  'video/mp4': { kind: 'video', extensions: ['mp4', 'm4v'] },
  'video/webm': { kind: 'video', extensions: ['webm'] },
  'audio/mpeg': { kind: 'audio', extensions: ['mp3'] },
  'audio/mp4': { kind: 'audio', extensions: ['m4a'] },
  'audio/ogg': { kind: 'audio', extensions: ['ogg', 'oga', 'opus'] },
} as const satisfies Record<string, { kind: MediaKind; extensions: readonly string[] }>;

export type MediaFileType = keyof typeof mediaFileTypes;

/** Under what terms a picture may be shown; empty if nobody has stated it. */
export const licences = [
  '',
  'all-rights-reserved',
  'agency',
  'handout',
  'cc-by',
  'cc-by-sa',
  'public-domain',
  'other',
] as const;

export type Licence = (typeof licences)[number];
export const mediaKinds = ['picture', 'video', 'audio'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The subject of a story's audit events. */
export const storySubject = (id: number | ''): string => `story ${id}`;

/** Names of `maxTopics` topics, with separators. */
export const topicsFieldMaxLength = 1000;
