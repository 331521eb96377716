/** Other sites that a story may show in a frame once the reader has chosen to; the pages' policies allow these alone. */
export const frameOrigins = {
  youtube: 'https://www.youtube-nocookie.com',
  x: 'https://platform.twitter.com',
  instagram: 'https://www.instagram.com',
  openStreetMap: 'https://www.openstreetmap.org',
  googleMaps: 'https://www.google.com',
} as const;
