// The focal point of a picture: what every crop of it must show. A crop shows the point at the same percentage of its own
// width and height, as CSS `object-position` does, so the point is never cut off.

/** In percent of the picture's width from the left, and of its height from the top. */
export interface FocalPoint {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export const centre: FocalPoint = { x: 50, y: 50 };

export const isCentre = ({ x, y }: FocalPoint): boolean => x === centre.x && y === centre.y;

/** Parses a percentage, rounded. Invalid input becomes -1, which is out of range. */
export function percentNumber(value: string | number): number {
  const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN);
  return number >= 0 && number <= 100 ? Math.round(number) : -1;
}

/** The CSS value that crops by the point. */
export const objectPosition = ({ x, y }: FocalPoint): string => `${x}% ${y}%`;

/** The largest part of a picture with this aspect ratio (width / height), in px. */
export function cropAround({ width, height }: Size, ratio: number, { x, y }: FocalPoint) {
  const crop = {
    width: Math.max(1, Math.floor(Math.min(width, height * ratio))),
    height: Math.max(1, Math.floor(Math.min(height, width / ratio))),
  };
  const offset = (free: number, percent: number) => Math.round((free * percent) / 100);
  return { ...crop, left: offset(width - crop.width, x), top: offset(height - crop.height, y) };
}

/** The point of a picture under a pointer, for the picture's box on the screen. */
export function pointUnder(
  { clientX, clientY }: { clientX: number; clientY: number },
  { left, top, width, height }: Size & { left: number; top: number },
): FocalPoint {
  const percent = (offset: number, length: number) =>
    length > 0 ? Math.round(Math.min(1, Math.max(0, offset / length)) * 100) : 50;
  return { x: percent(clientX - left, width), y: percent(clientY - top, height) };
}
