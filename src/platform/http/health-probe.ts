// A health check asks the site through its public address how the request arrives. The answer names addresses, so the
// request must be signed with the site's secret: that also proves that the address leads to this site.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SignedUrls } from '../secrets/signed-urls.ts';
import { withoutPort } from './address.ts';

/** The request header with the signature. */
const probeHeader = 'x-health-probe';
const subject = 'health probe';
const lastsMs = 60_000;
// More proxies than any site has.
const mostEntries = 20;

export const ProbeAnswer = z.object({
  /** As it was signed, so that no other answer is taken for this one. */
  probe: z.string(),
  /** The entries of X-Forwarded-For. */
  forwarded: z.array(z.string()),
  /** The address that the site takes for the client's. */
  address: z.string(),
});
export type ProbeAnswer = z.infer<typeof ProbeAnswer>;

/** The header of a request to `/healthz`, and what its answer must name as `probe`. */
export async function signProbe(signedUrls: SignedUrls, now: Date) {
  const probe = randomUUID();
  return { probe, headers: { [probeHeader]: await signedUrls.sign(subject, probe, now, lastsMs) } };
}

/** The answer to a signed probe; undefined for all other requests. */
export async function answerProbe(
  { headers, ip }: FastifyRequest,
  signedUrls: SignedUrls,
  now: Date,
): Promise<ProbeAnswer | undefined> {
  const token = headers[probeHeader];
  if (typeof token !== 'string' || token.length > 1000) return undefined;
  const probe = await signedUrls.verify(token, subject, now);
  if (probe === undefined) return undefined;
  const entries = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const forwarded = entries.map((entry) => withoutPort(entry.trim())).filter(Boolean);
  return { probe, forwarded: forwarded.slice(0, mostEntries), address: withoutPort(ip) };
}
