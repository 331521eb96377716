import { isLanguage, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';

const labels = {
  news_category: 'newsroom.category',
  news_sub_category: 'newsroom.subCategory',
  news_submenu: 'newsroom.submenu',
  news_title: 'newsroom.title',
  news_description: 'newsroom.description',
  image: 'newsroom.image',
  image_width: 'newsroom.width',
  image_height: 'newsroom.height',
  image_focus_x: 'newsroom.focusX',
  image_focus_y: 'newsroom.focusY',
  image_caption: 'newsroom.caption',
  author: 'newsroom.author',
  authors: 'newsroom.author',
  language: 'newsroom.language',
  topics: 'tagging.topics',
  series: 'tagging.series',
  series_part: 'tagging.part',
  version_of: 'newsroom.versionOf',
  status: 'newsroom.status',
  publish_at: 'newsroom.publishAt',
} as const;

export const stateTexts = {
  draft: 'editing.stateDraft',
  scheduled: 'editing.stateScheduled',
  ready: 'editing.stateReady',
  approved: 'editing.stateApproved',
  published: 'editing.statePublished',
  unpublished: 'editing.stateUnpublished',
} as const;

/** How a story's fields are shown outside of the form: their labels, and their values for people. */
export function useFieldTexts() {
  const { t, locale } = useTexts();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  /** A field of another release has no label: its name is shown. */
  const labelOf = (name: string): string => (name in labels ? t(labels[name as keyof typeof labels]) : name);
  const shownValue = (name: string, value: string | number): string => {
    const text = String(value);
    if (name === 'status' && text in stateTexts) return t(stateTexts[text as keyof typeof stateTexts]);
    if (name === 'language' && isLanguage(text)) return languages[text].name;
    if (name === 'image_focus_x' || name === 'image_focus_y') return percent.format(Number(text) / 100);
    // Shown as the byline.
    if (name === 'authors') return '';
    if (name === 'publish_at' && text) return time.format(new Date(text));
    return text;
  };
  return { labelOf, shownValue };
}
