import { type GalleryDirective, type PictureDirective, readDirective } from '#src/markdown/directives.rules.ts';

/** A gallery from its Markdown; undefined for other text. */
export function readGallery(text: string): GalleryDirective | undefined {
  const [first = '', ...lines] = text.trim().split('\n');
  const gallery = readDirective(first);
  const pictures = lines.slice(0, -1).map(readDirective);
  const isPicture = (it: ReturnType<typeof readDirective>): it is PictureDirective => it?.name === 'picture';
  return gallery?.name === 'gallery' && pictures.length > 0 && pictures.every(isPicture)
    ? { ...gallery, pictures }
    : undefined;
}
