// What of other sites a story can show in a frame: videos, posts and maps, by the addresses that people copy there.
import { frameOrigins } from '#src/rules/frame-origins.rules.ts';

export type Provider = keyof typeof frameOrigins;

export interface Embed {
  provider: Provider;
  /** Address of the frame, on one of the `frameOrigins`. */
  frameUrl: string;
  /** The name of the site. */
  title: string;
  kind: 'video' | 'post' | 'map';
  /** A video that is higher than wide. */
  tall: boolean;
  /** Of a YouTube video. */
  videoId?: string;
}

type Found = { path: string; tall?: boolean; videoId?: string } | undefined;

interface Site {
  title: string;
  kind: Embed['kind'];
  hosts: RegExp;
  find(url: URL): Found;
}

const sites: Record<Provider, Site> = {
  youtube: {
    title: 'YouTube',
    kind: 'video',
    hosts: /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/,
    find: youtube,
  },
  x: {
    title: 'X',
    kind: 'post',
    hosts: /^(?:(?:www|mobile)\.)?(?:twitter|x)\.com$/,
    find: ({ pathname }) => {
      const [, id] = /^\/(?:\w{1,15}|i\/web)\/status(?:es)?\/(\d{1,20})(?:\/|$)/.exec(pathname) ?? [];
      return id ? { path: `/embed/Tweet.html?dnt=true&id=${id}` } : undefined;
    },
  },
  instagram: {
    title: 'Instagram',
    kind: 'post',
    hosts: /^(?:www\.)?instagram\.com$/,
    find: ({ pathname }) => {
      const [, kind, id] = /^\/(?:[\w.]{1,30}\/)?(p|reel|tv)\/([\w-]{5,40})(?:\/|$)/.exec(pathname) ?? [];
      return kind && id ? { path: `/${kind}/${id}/embed` } : undefined;
    },
  },
  openStreetMap: { title: 'OpenStreetMap', kind: 'map', hosts: /^(?:www\.)?openstreetmap\.org$/, find: openStreetMap },
  googleMaps: {
    title: 'Google Maps',
    kind: 'map',
    hosts: /^(?:www\.|maps\.)?google\.(?:com|co\.in)$/,
    find: googleMaps,
  },
};

/** What a frame would show of an address; undefined if the site or its address is not known. */
export function embedOf(address: string): Embed | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.port || url.username) return undefined;
  const host = url.hostname;
  // Short addresses of YouTube have the path that /embed/ has.
  const provider = host === 'youtu.be' ? 'youtube' : providers.find((name) => sites[name].hosts.test(host));
  if (!provider) return undefined;
  const { title, kind, find } = sites[provider];
  const found = find(url);
  if (!found) return undefined;
  const { path, tall = false, videoId } = found;
  return { provider, title, kind, tall, frameUrl: frameOrigins[provider] + path, ...(videoId && { videoId }) };
}

const providers = Object.keys(sites) as Provider[]; // the keys of the table above

/** The site of an address by its name, such as "youtube.com". */
export const siteOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address;

function youtube({ hostname, pathname, searchParams }: URL): Found {
  const [, kind, inPath] = /^\/(?:(embed|shorts|live|v)\/)?([\w-]{11})\/?$/.exec(pathname) ?? [];
  const isShort = hostname === 'youtu.be';
  const videoId = pathname === '/watch' ? searchParams.get('v') : kind || isShort ? inPath : undefined;
  if (!videoId || !/^[\w-]{11}$/.test(videoId)) return undefined;
  const start = secondsOf(searchParams.get('t') ?? searchParams.get('start') ?? '');
  return {
    // The reader has clicked to play.
    path: `/embed/${videoId}?autoplay=1${start ? `&start=${start}` : ''}`,
    tall: kind === 'shorts',
    videoId,
  };
}

// "90", "90s" or "1h2m3s"
function secondsOf(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

interface Place {
  latitude: number;
  longitude: number;
  zoom: number;
}

// Numbers written out, so that nothing else of the address is passed on.
function placeOf(
  latitude: string | null,
  longitude: string | null,
  zoom: string | null | undefined,
): Place | undefined {
  const numbers = [latitude, longitude].map((text) =>
    text && /^-?\d{1,3}(?:\.\d{1,12})?$/.test(text) ? Number(text) : NaN,
  );
  const [north = NaN, east = NaN] = numbers;
  if (!(Math.abs(north) <= 85) || !(Math.abs(east) <= 180)) return undefined;
  const level = Math.round(Number(zoom));
  return { latitude: north, longitude: east, zoom: level >= 2 && level <= 20 ? level : 15 };
}

function openStreetMap({ searchParams, hash }: URL): Found {
  const [zoom, ...centre] = (/^#map=([\d./-]{1,60})/.exec(hash)?.[1] ?? '').split('/');
  const marker = placeOf(searchParams.get('mlat'), searchParams.get('mlon'), zoom);
  const place = marker ?? placeOf(centre[0] ?? null, centre[1] ?? null, zoom);
  if (!place) return undefined;
  const { latitude, longitude } = place;
  // A frame of about 640 × 480 px; a tile of 256 px shows 360° / 2^zoom.
  const width = (360 / 2 ** place.zoom) * (640 / 256);
  const height = width * 0.75 * Math.cos((latitude * Math.PI) / 180);
  const box = [longitude - width / 2, latitude - height / 2, longitude + width / 2, latitude + height / 2];
  const query = new URLSearchParams({ bbox: box.map((it) => it.toFixed(6)).join(','), layer: 'mapnik' });
  if (marker) query.set('marker', `${latitude},${longitude}`);
  return { path: `/export/embed.html?${query}` };
}

function googleMaps({ hostname, pathname, searchParams }: URL): Found {
  if (hostname !== 'maps.google.com' && !/^\/maps(?:\/|$)/.test(pathname)) return undefined;
  const code = searchParams.get('pb');
  // The address that "Embed a map" gives there.
  if (pathname === '/maps/embed' && code?.startsWith('!') && code.length <= 1500)
    return { path: `/maps/embed?${new URLSearchParams({ pb: code })}` };
  const [, latitude, longitude, zoom] = /\/@(-?[\d.]{1,20}),(-?[\d.]{1,20}),([\d.]{1,6})z/.exec(pathname) ?? [];
  const centre = placeOf(latitude ?? null, longitude ?? null, zoom);
  const [, name] = /^\/maps\/(?:place|search)\/([^/@]{1,200})/.exec(pathname) ?? [];
  const words = searchParams.get('q') ?? searchParams.get('query') ?? (name && plainName(name));
  const point = centre && `${centre.latitude},${centre.longitude}`;
  const asked = words || point;
  if (!asked || asked.length > 200) return undefined;
  const query = new URLSearchParams({ q: asked, ...(point && { ll: point, z: String(centre.zoom) }), output: 'embed' });
  return { path: `/maps?${query}` };
}

function plainName(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return undefined; // not percent-encoded text
  }
}
