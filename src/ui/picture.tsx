import { apiHost } from '#src/client/api-host.ts';
import { type PictureFiles, type PictureUse, pictureElement } from '#src/rules/picture-element.rules.ts';

interface PictureProps extends Omit<PictureUse, 'host'> {
  picture: PictureFiles;
  /** Alternative text; empty if the text beside the picture describes it. */
  alt: string;
  /** Above the fold: loaded eagerly and with high priority. */
  first?: boolean;
  className?: string;
}

/** A responsive picture, with its dominant colour as the background until it has loaded. */
export function Picture({ picture, alt, first = false, className, ...use }: PictureProps) {
  const { sources, src, width, height, style } = pictureElement(picture, { ...use, host: apiHost });
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} {...source} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className={className}
        style={style}
      />
    </picture>
  );
}
