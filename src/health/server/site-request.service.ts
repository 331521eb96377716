// Asks the site itself: at the address where it listens, and at its public one.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ProbeAnswer, signProbe } from '#src/platform/http/health-probe.ts';
import type { HealthSite } from './health-site.service.ts';

/** An address for documentation (RFC 5737), which no client of the site has. */
export const documentationAddress = '198.51.100.77';

export interface SiteAnswer {
  status: number;
  /** The header Date, if there is a readable one. */
  date: Date | undefined;
  /** Where the answer redirects to. */
  location: string | undefined;
  /** Undefined if the answer is not this site's. */
  probe: ProbeAnswer | undefined;
}

// More than `/healthz` answers.
const maxBytes = 20_000;

/** GET /healthz of an origin, signed. Throws if there is no answer. */
export async function askSite(
  { signedUrls, now }: Pick<HealthSite, 'signedUrls' | 'now'>,
  origin: string,
  signal: AbortSignal,
): Promise<SiteAnswer> {
  const { probe, headers } = await signProbe(signedUrls, now());
  const url = new URL('/healthz', origin);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { answer, text } = await new Promise<{ answer: IncomingMessage; text: string }>((done, failed) => {
    const sent = send(
      url,
      {
        signal,
        agent: false,
        headers: { ...headers, accept: 'application/json', 'x-forwarded-for': documentationAddress },
      },
      (answer) => {
        readStart(answer).then((text) => done({ answer, text }), failed);
      },
    );
    sent.on('error', failed);
    sent.on('close', () => failed(new Error('The connection was closed without an answer.')));
    sent.end();
  });
  const { statusCode: status = 0, headers: received } = answer;
  const date = new Date(received.date ?? '');
  const read = ProbeAnswer.safeParse(parseJson(text)).data;
  return {
    status,
    date: Number.isNaN(date.getTime()) ? undefined : date,
    location: received.location,
    probe: read?.probe === probe ? read : undefined,
  };
}

async function readStart(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk;
    if (text.length > maxBytes) break;
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
