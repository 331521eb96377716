import { apiHost } from '#src/client/api-host.ts';

/** A stored picture and the copies of it that are ready. */
export interface PictureFiles {
  name: string;
  width: number;
  height: number;
  colour: string;
  webp: number[];
  avif: number[];
}

interface PictureProps {
  picture: PictureFiles;
  /** What the picture shows; empty where the text beside it says so already. */
  alt: string;
  /** CSS `sizes`: how wide the picture is shown. */
  sizes: string;
  /** The widest file that any screen needs there, in px; the others are not named. */
  widest?: number;
  /** Shown box, in px, where it is not the picture's own proportion. */
  box?: { width: number; height: number };
  /** In the first view: fetched at once and ahead of others. */
  first?: boolean;
  className?: string;
}

/** A picture in the smallest file that serves, on its own colour until it is there. */
export function Picture({
  picture,
  alt,
  sizes,
  widest = Number.POSITIVE_INFINITY,
  box,
  first = false,
  className,
}: PictureProps) {
  const { name, width, height, colour, webp, avif } = picture;
  const file = `${apiHost}/static/uploads/${name}`;
  const set = (widths: number[], format: string) =>
    widths
      .filter((w, index) => index === 0 || w <= widest)
      .map((w) => `${file}-${w}.${format} ${w}w`)
      .join(', ');
  return (
    <picture>
      {avif.length > 0 && <source type="image/avif" srcSet={set(avif, 'avif')} sizes={sizes} />}
      {webp.length > 0 && <source type="image/webp" srcSet={set(webp, 'webp')} sizes={sizes} />}
      <img
        src={`${file}.jpg`}
        alt={alt}
        width={box?.width ?? width}
        height={box?.height ?? height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className={className}
        style={{ backgroundColor: colour }}
      />
    </picture>
  );
}
