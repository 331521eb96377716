import { useTexts } from '#src/messages/texts.tsx';

/** Labels of a story's fields, as in its form. */
export const fieldLabels = {
  news_category: 'newsroom.category',
  news_sub_category: 'newsroom.subCategory',
  news_submenu: 'newsroom.submenu',
  news_title: 'newsroom.title',
  news_description: 'newsroom.description',
  image: 'newsroom.image',
  image_width: 'newsroom.width',
  image_height: 'newsroom.height',
  image_caption: 'newsroom.caption',
  author: 'newsroom.author',
  language: 'newsroom.language',
  version_of: 'newsroom.versionOf',
  status: 'newsroom.status',
  publish_at: 'newsroom.publishAt',
} as const;

/** Returns a function from a field's name to its label. A field of another release is called by its name. */
export function useFieldLabel(): (name: string) => string {
  const { t } = useTexts();
  return (name) => (name in fieldLabels ? t(fieldLabels[name as keyof typeof fieldLabels]) : name); // just checked
}
