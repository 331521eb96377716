import sharp, { type Sharp } from 'sharp';

/** The dominant colour of a picture as `#rrggbb`, shown until it has loaded. */
export async function dominantColour(picture: Sharp): Promise<string> {
  const { dominant } = await sharp(await picture.resize(64).png().toBuffer()).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
