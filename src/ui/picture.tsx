import { apiHost } from '#src/client/api-host.ts';

/** A stored picture and the widths of its variants. */
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
  /** Alternative text; empty if the text beside the picture describes it. */
  alt: string;
  /** CSS `sizes`: how wide the picture is shown. */
  sizes: string;
  /** The widest variant in `srcset`, in px. */
  widest?: number;
  /** Size in px, if its aspect ratio differs from that of the picture. */
  box?: { width: number; height: number };
  /** Above the fold: loaded eagerly and with high priority. */
  first?: boolean;
  className?: string;
}

/** A responsive picture, with its dominant colour as the background until it has loaded. */
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
