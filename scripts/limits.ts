// The table of "Limits" in docs/security.md, made from the code. `npm run limits` writes it: it runs limits.test.ts, since
// only Vite can load the modules of the server.
import { type Call, definedLimits, type Limit, type UploadLimit } from '#src/calls/call.ts';
import { editionPages } from '#src/epaper/pages/epaper.settings.ts';
import { connectionsPerAddress } from '#src/news/live/server/live-connections.service.ts';
import { maxMessages, maxUnsentBytes } from '#src/news/live/server/live-events.service.ts';
import { hubMs } from '#src/news/published/server/publication.jobs.ts';
import { liveConnections } from '#src/news/stories/news.settings.ts';
import { mailsPerMinute } from '#src/newsletters/newsletters.settings.ts';
import { timeoutMs as linkMs, atOnce as linksAtOnce } from '#src/newsroom/story-form/server/checks.service.ts';
import { timeoutMs as translatorMs } from '#src/platform/documents/translate.ts';
import { timeoutMs as clamdMs } from '#src/platform/documents/virus-check.ts';
import * as bodies from '#src/platform/http/body-timeouts.ts';
import { callsPerNetwork, listLimits, pagesPerNetwork } from '#src/platform/http/concurrency.ts';
import { mostRedirects } from '#src/platform/http/link-probe.ts';
import { maxLength as longestUrl } from '#src/platform/http/page-address.ts';
import { renderLimits } from '#src/platform/http/pages.ts';
import { maxPipelined } from '#src/platform/http/pipelining.ts';
import { requestLimitsOf } from '#src/platform/http/request-limits.ts';
import { idleMs } from '#src/platform/http/server.ts';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import * as pdf from '#src/platform/workers/pdf/pdf-cost.ts';
import { taskBytes, taskMs } from '#src/platform/workers/pool.ts';
import { rules as priorities, slots } from '#src/platform/workers/queue.ts';
import * as word from '#src/platform/workers/word/word-package.ts';
import { breakingPerDay } from '#src/push/push.rules.ts';
import { connectionsPerHost as pushConnections, timeoutMs as pushMs } from '#src/push/server/delivery.service.ts';
import { documentMaxPages } from '#src/submissions/submission/submissions.settings.ts';
import { limitBytes } from '#src/upload-limits.ts';

/** Every module that may define a rate limit, by path. Importing them fills `definedLimits`. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../src/**/*.contract.ts', '../src/**/server/*.{service,routes,jobs}.ts'],
  { eager: true },
);

const units = { day: 86_400, h: 3600, min: 60 };
function time(seconds: number): string {
  const [unit, length] = Object.entries(units).find(([, length]) => seconds % length === 0) ?? ['s', 1];
  return `${seconds / length} ${unit}`;
}
const ms = (value: number) => (value < 1000 ? `${value} ms` : time(value / 1000));

function size(bytes: number): string {
  const base = bytes % 1024 === 0 ? 1024 : 1000;
  const power = Math.floor(Math.log(bytes) / Math.log(base));
  return `${Number((bytes / base ** power).toPrecision(3))} ${(base === 1024 ? ['', 'Ki', 'Mi', 'Gi'] : ['', 'k', 'M', 'G'])[power]}B`;
}
const number = (value: number) => value.toLocaleString('en');
const setting = ({ key, default: value }: Setting<number>) => `${number(value)} (\`${key}\`)`;

const semaphore = ({
  concurrency,
  maxQueued,
  maxQueuedPerKey,
  waitMs,
}: typeof callsPerNetwork & Partial<typeof renderLimits>) =>
  `${concurrency} at once, ${maxQueued} waiting${maxQueuedPerKey ? ` (${maxQueuedPerKey} of a network)` : ''} for ${ms(waitMs)}`;

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'reply' in value;

function largestJson(): string {
  const calls = Object.values(modules).flatMap((exported) =>
    Object.values(exported).flatMap((value) => (isCall(value) ? value : Object.values(value ?? {}).filter(isCall))),
  );
  const [largest] = calls
    .filter(({ form }) => !form)
    .map((call) => ({ call, bytes: requestLimitsOf(call).jsonBytes }))
    .sort((a, b) => b.bytes - a.bytes);
  return largest ? `by its contract, at most ${size(largest.bytes)} (${largest.call.method} ${largest.call.path})` : '';
}

function uploads(): string {
  const settings = { get: ({ default: value }: Setting<number>) => value } as Parameters<
    typeof limitBytes
  >[0]['settings'];
  const kinds: UploadLimit[] = ['portrait', 'picture', 'pdf', 'document', 'media', 'subtitles'];
  return kinds.map((kind) => `${kind} ${size(limitBytes({ settings }, kind))}`).join(', ');
}

/** What is limited beside the rates of requests, with its limit. */
const numbers = (): [string, string][] => [
  ['requests of a connection', `1 at once, ${maxPipelined} waiting`],
  ['calls of a network', semaphore(callsPerNetwork)],
  ['pages of a network', semaphore(pagesPerNetwork)],
  ['pages that are rendered', semaphore(renderLimits)],
  ['lists that are rendered', semaphore(listLimits)],
  ['bodies of a network that are received', `${semaphore(bodies.perAddress)}; of all ${bodies.allAddresses}`],
  [
    'speed of a body',
    `${size(bodies.minBytes)} in ${ms(bodies.checkEveryMs)}, on average ${size(bodies.minBytesPerMs * 1000)} a second`,
  ],
  ['silence of a connection', ms(idleMs)],
  ['JSON of a call', largestJson()],
  ['uploaded files', `${uploads()}; the settings change these`],
  ['address of a page', `${number(longestUrl)} characters`],
  [
    'connections of live stories',
    `${setting(liveConnections)}, half of them of a network, ${connectionsPerAddress} of an address`,
  ],
  ['unsent to a reader of a live story', `${maxMessages} changes or ${size(maxUnsentBytes)}`],
  ['worker processes', `${slots}; a task ${ms(taskMs)} and ${size(taskBytes)} of memory, some tasks more or less`],
  ...Object.entries(priorities).map(
    ([name, { running, runningOfShare, waiting, waitingOfShare, waitMs }]): [string, string] => [
      `tasks with the priority ${name}`,
      `${running} at once, ${waiting} waiting for ${ms(waitMs)}; of an account or address ${runningOfShare} and ${waitingOfShare}`,
    ],
  ),
  [
    'PDF',
    `${setting(editionPages)} pages of an edition, ${setting(documentMaxPages)} of a work; ${size(pdf.maxContentBytes)} and ${number(pdf.maxPixels)} pixels of a page, ${size(pdf.maxUnpackedBytes)} unpacked`,
  ],
  [
    'Word document',
    `${size(word.maxUnpackedBytes)} unpacked, ${size(word.maxXmlBytes)} of XML, ${number(word.maxParts)} parts`,
  ],
  ['checks of links', `${linksAtOnce} at once, ${mostRedirects} redirects, ${ms(linkMs)} each`],
  [
    'answers of other servers',
    `clamd ${ms(clamdMs)}, translator ${ms(translatorMs)}, hub ${ms(hubMs)}, push ${ms(pushMs)}`,
  ],
  ['connections to a push service', String(pushConnections)],
  ['breaking news', `${breakingPerDay} a day`],
  ['newsletters', `${setting(mailsPerMinute)} mails a minute`],
];

export const rateLimits = (): Limit[] => [...definedLimits].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The rate limits, those of the same key and window together: "attempts of an account in 1 h", "`clips` 30, `forgot` 5". */
const rates = (): [string, string][] =>
  [...Map.groupBy(rateLimits(), ({ per = 'address', perSeconds }) => `attempts of an ${per} in ${time(perSeconds)}`)]
    .map(([key, limits]): [string, string] => [
      key.replace(/an (?=[^aeiou])/, 'a '),
      limits.map(({ name, attempts }) => `\`${name}\` ${number(attempts)}`).join(', '),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));

const [begin, end] = ['<!-- npm run limits -->', '<!-- end of limits -->'];

/** The document with the table of today between the two marks. */
export function withLimits(document: string): string {
  const [before, after] = [document.indexOf(begin), document.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`docs/security.md has no "${begin}" and "${end}"`);
  const rows = [['what', 'limit'], ['---', '---'], ...rates(), ...numbers()];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${document.slice(0, before + begin.length)}\n\n${table}\n\n${document.slice(after)}`;
}
