// Delivers a notification to a push service (RFC 8030), encrypted for the browser (RFC 8291), with a token that names the
// paper (RFC 8292). Endpoints come from anyone, so a request reaches only the public web.
import { createECDH } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import webpush from 'web-push';
import type { Context } from '#src/platform/context.ts';
import { publicOnly } from '#src/platform/http/link-probe.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { isPushEndpoint, retryAfterMs } from '../push.rules.ts';
import type { DeviceRow } from './devices.queries.ts';

/** What a push service has answered, or why it could not be reached. */
export type Outcome =
  | { kind: 'taken' }
  /** The browser has ended its subscription. */
  | { kind: 'gone' }
  | { kind: 'later'; afterMs: number }
  | { kind: 'refused'; status: number };

export interface Envelope {
  text: string;
  /** How long the service holds it for a device that is off. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** A later message with the same topic replaces one that has not been delivered: 32 characters of base64url. */
  topic: string;
}

export interface Delivery {
  deliver(to: Pick<DeviceRow, 'endpoint' | 'p256dh' | 'auth'>, envelope: Envelope): Promise<Outcome>;
  close(): void;
}

export const connectionsPerHost = 20;
export const timeoutMs = 20_000;
// Services answer with a line. What is longer is not read.
const answerBytes = 16_384;

/** The site's key pair of P-256 as base64url. It is derived from the key of its files: decision 169. */
export function vapidKeys({ encryption }: Pick<Context, 'encryption'>): { publicKey: string; privateKey: string } {
  const privateKey = encryption.deriveKey('push');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey); // throws for one in 2^32 secrets: such a number is not below the order of the curve
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Opens connections to push services, for one run of a job or one call. */
export function openDelivery(ctx: Context): Delivery {
  const { config, settings } = ctx;
  const options = { keepAlive: true, maxSockets: connectionsPerHost };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  const isSecure = config.siteUrl.startsWith('https:');
  const vapidDetails = { subject: isSecure ? config.siteUrl : `mailto:${settings.get(siteEmail)}`, ...vapidKeys(ctx) };
  const ask = (endpoint: string, headers: Record<string, string>, body: Buffer) => {
    const url = new URL(endpoint);
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(ctx.job ? [ctx.job.signal] : [])]);
    const secure = url.protocol === 'https:';
    const agent = agents[secure ? 'https:' : 'http:'];
    const known = publicOnly(url, config.pushHosts);
    return new Promise<{ status: number; retryAfter: string | undefined }>((done, failed) => {
      const send = secure ? httpsRequest : httpRequest;
      const sent = send(url, { method: 'POST', headers, agent, signal, ...known }, (answer) => {
        let read = 0;
        answer.on('data', (part: Buffer) => {
          read += part.length;
          if (read > answerBytes) answer.destroy();
        });
        answer.on('error', () => undefined); // the status has been received
        done({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
      });
      sent.on('error', failed);
      sent.on('close', () => failed(new Error('no answer'))); // such as after `101 Switching Protocols`
      sent.end(body);
    });
  };
  return {
    async deliver({ endpoint, p256dh, auth }, { text, ttlSeconds, urgency, topic }) {
      // The list of services may have changed since it was stored.
      if (!isPushEndpoint(endpoint, config.pushHosts)) return { kind: 'refused', status: 0 };
      const subscription = { endpoint, keys: { p256dh, auth } };
      const how = { vapidDetails, TTL: ttlSeconds, urgency, topic, contentEncoding: 'aes128gcm' } as const;
      try {
        const { headers, body } = webpush.generateRequestDetails(subscription, text, how);
        const { status, retryAfter } = await ask(endpoint, headers as Record<string, string>, body as Buffer);
        if (status >= 200 && status < 300) return { kind: 'taken' };
        if (status === 404 || status === 410) return { kind: 'gone' };
        if (status === 429 || status >= 500) return { kind: 'later', afterMs: retryAfterMs(retryAfter, ctx.now()) };
        return { kind: 'refused', status };
      } catch (error) {
        if (ctx.job?.signal.aborted) throw error;
        const { name, code } = error as NodeJS.ErrnoException; // no message: it may contain the endpoint
        ctx.log.warn({ host: new URL(endpoint).host, error: code ?? name }, 'push service did not answer');
        return { kind: 'later', afterMs: retryAfterMs(undefined, ctx.now()) };
      }
    },
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}
