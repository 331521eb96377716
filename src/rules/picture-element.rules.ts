// The HTML of a responsive picture, for components and for the HTML of stories.

/** A stored picture. */
export interface PictureFiles {
  /** Files are `<name>.jpg` and `<name>-<width>.<format>`, under the public uploads. */
  name: string;
  width: number;
  height: number;
  colour: string;
  /** Widths of the variants that have been made, in px. */
  webp: number[];
  avif: number[];
  /** CSS value by which it is cropped, if its focal point is not the centre. */
  objectPosition?: string | undefined;
  /** Path below the API of a picture that is not public; it is shown without variants. */
  path?: string;
}

export interface PictureUse {
  /** Base path of the API. */
  host: string;
  /** CSS `sizes`: how wide the picture is shown. */
  sizes: string;
  /** The widest variant in `srcset`, in px. */
  widest?: number;
  /** Size in px, if its aspect ratio differs from that of the picture. */
  box?: { width: number; height: number } | undefined;
}

export interface PictureElement {
  sources: { type: string; srcSet: string; sizes?: string }[];
  src: string;
  width: number;
  height: number;
  style: { backgroundColor: string; maxWidth: number | undefined; objectPosition: string | undefined };
}

// Pictures narrower than this are never enlarged. A wider one fits any place, and needs no limit in the HTML.
const smallWidth = 700;

/** The attributes of a `<picture>` and its `<img>`, with the dominant colour as the background until it has loaded. */
export function pictureElement(picture: PictureFiles, use: PictureUse): PictureElement {
  const { name, width, height, colour, objectPosition, path } = picture;
  const { host, sizes, widest = Number.POSITIVE_INFINITY, box } = use;
  const file = `${host}/static/uploads/${name}`;
  const source = (format: 'avif' | 'webp') => {
    const [first, ...others] = picture[format].filter((w, index) => index === 0 || w <= widest);
    if (first === undefined) return [];
    const [type, url] = [`image/${format}`, (w: number) => `${file}-${w}.${format}`];
    // With a single variant there is nothing to choose by width; a board repeats this for 96 pictures.
    if (others.length === 0) return [{ type, srcSet: url(first) }];
    return [{ type, srcSet: [first, ...others].map((w) => `${url(w)} ${w}w`).join(', '), sizes }];
  };
  return {
    sources: [...source('avif'), ...source('webp')],
    src: path ? host + path : `${file}.jpg`,
    width: box?.width ?? width,
    height: box?.height ?? height,
    style: { backgroundColor: colour, maxWidth: width < smallWidth ? width : undefined, objectPosition },
  };
}
