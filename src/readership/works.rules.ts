// Works that members of the paper have written: stories and essays, and which of them link to which others.

export const workKinds = ['story', 'essay'] as const;
export type WorkKind = (typeof workKinds)[number];

export interface Work {
  kind: WorkKind;
  id: number;
}

// An address of a story or an essay, with or without scheme and host: https://news.example/hi/research/7/frogs.pdf
const address =
  /(?<![\w./:-])(?:(?:https?:\/\/)?((?:[\w-]+\.)+[\w-]+(?::\d+)?|localhost(?::\d+)?))?(?:\/[a-z]{2})?\/(news|research)\/(\d{1,9})(?![\w-])/g;

/** The stories and essays of the site that a text links to or names by their addresses, each once. */
export function citedWorks(text: string, siteUrl: string): Work[] {
  const { host } = new URL(siteUrl);
  const found = new Map<string, Work>();
  for (const [, named, folder, number] of text.matchAll(address)) {
    if (named !== undefined && named.replace(/^www\./, '') !== host.replace(/^www\./, '')) continue;
    const work: Work = { kind: folder === 'news' ? 'story' : 'essay', id: Number(number) };
    found.set(`${work.kind} ${work.id}`, work);
  }
  return [...found.values()];
}

interface Answered {
  method: string;
  url: string;
  status: number;
  headers: { 'user-agent'?: string | undefined; range?: string | undefined };
}

const pdfPath = /^\/research\/(\d{1,9})\/[^/?]+\.pdf(?:\?|$)/; // /research/7/lake-frogs.pdf
const robots = /bot|crawl|spider|slurp|fetch|preview|monitor/i;

/**
 * The id of the essay whose PDF was sent; undefined for anything else. Later parts of a file do not count again, and
 * neither do robots that identify themselves.
 */
export function downloadedEssay({ method, url, status, headers }: Answered): number | undefined {
  const [, id] = pdfPath.exec(url) ?? [];
  const begins = status === 200 || (status === 206 && /^bytes=0-/.test(headers.range ?? ''));
  return id && method === 'GET' && begins && !robots.test(headers['user-agent'] ?? '') ? Number(id) : undefined;
}
