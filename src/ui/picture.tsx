import { apiHost } from '#src/client/api-host.ts';

/** A stored picture and the widths of its variants. */
export interface PictureFiles {
  name: string;
  width: number;
  height: number;
  colour: string;
  webp: number[];
  avif: number[];
  /** CSS value by which it is cropped, if not around its centre. */
  objectPosition?: string;
  /** Path below the API, if it is not that of a public picture. */
  path?: string;
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

// Pictures narrower than this are never enlarged. A wider one fits any place, and needs no limit in the HTML.
const smallWidth = 700;

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
  const { name, width, height, colour, webp, avif, objectPosition, path } = picture;
  const file = `${apiHost}/static/uploads/${name}`;
  const source = (widths: number[], format: string) => {
    const [first, ...others] = widths.filter((w, index) => index === 0 || w <= widest);
    if (first === undefined) return null;
    const url = (w: number) => `${file}-${w}.${format}`;
    // With a single variant there is nothing to choose by width; a board repeats this for 96 pictures.
    if (others.length === 0) return <source type={`image/${format}`} srcSet={url(first)} />;
    const set = [first, ...others].map((w) => `${url(w)} ${w}w`).join(', ');
    return <source type={`image/${format}`} srcSet={set} sizes={sizes} />;
  };
  return (
    <picture>
      {source(avif, 'avif')}
      {source(webp, 'webp')}
      <img
        src={path ? apiHost + path : `${file}.jpg`}
        alt={alt}
        width={box?.width ?? width}
        height={box?.height ?? height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className={className}
        style={{
          backgroundColor: colour,
          maxWidth: width < smallWidth ? width : undefined,
          objectPosition,
        }}
      />
    </picture>
  );
}
