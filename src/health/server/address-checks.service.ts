// Checks through the public address: clock, address, certificate, proxies.
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { isThisMachine } from '#src/platform/this-machine.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import { certificateState, checkForwarding, clockState } from '../health.rules.ts';
import { findServer } from './health.queries.ts';
import { connectionLimitMs, type Finding, type HealthSite, reasonOf } from './health-site.service.ts';
import { askSite, documentationAddress, type SiteAnswer } from './site-request.service.ts';

const ask = (site: HealthSite, signal: AbortSignal) => askSite(site, site.config.siteUrl, signal);

const notRunning: Finding = {
  state: 'warning',
  finding: { key: 'health.needsSite' },
  mend: { key: 'health.startSite' },
};

export async function checkAddress(site: HealthSite, signal: AbortSignal): Promise<Finding> {
  const url = site.config.siteUrl;
  const mend = { key: 'health.addressMend' } as const;
  let answer: SiteAnswer;
  try {
    answer = await ask(site, signal);
  } catch (error) {
    if (!site.isRunning) return notRunning;
    return {
      state: 'failing',
      finding: { key: 'health.addressAway', params: { url, reason: reasonOf(error) } },
      mend,
    };
  }
  if (answer.probe) return { state: 'ok', finding: { key: 'health.addressFine', params: { url } } };
  if (!site.isRunning) return notRunning;
  const reason = answer.location ? `${answer.status}, ${answer.location}` : String(answer.status);
  return { state: 'failing', finding: { key: 'health.addressOther', params: { url, reason } }, mend };
}

export async function checkProxies(site: HealthSite, signal: AbortSignal): Promise<Finding> {
  const { trustProxy } = site.config;
  const { probe } = await ask(site, signal).catch(() => ({ probe: undefined }));
  if (!probe) return { state: 'warning', finding: { key: 'health.needsAddress' }, mend: { key: 'health.checkAgain' } };
  const checked = checkForwarding(probe, documentationAddress, trustProxy);
  switch (checked.kind) {
    case 'none':
      return { state: 'ok', finding: { key: 'health.proxiesNone' } };
    case 'fine':
      return { state: 'ok', finding: { key: 'health.proxiesFine', params: { count: checked.proxies } } };
    case 'tooFew': {
      const { proxies: count, address } = checked;
      return {
        state: 'failing',
        finding: { key: 'health.proxiesTooFew', params: { address } },
        mend: { key: 'health.proxiesTooFewMend', params: { count } },
      };
    }
    case 'tooMany':
      return {
        state: 'failing',
        finding: { key: 'health.proxiesTooMany' },
        mend: { key: 'health.proxiesTooManyMend', params: { count: checked.proxies } },
      };
    case 'unclear':
      return {
        state: 'warning',
        finding: { key: 'health.proxiesUnclear' },
        mend: { key: 'health.proxiesUnclearMend' },
      };
    case 'unseen':
      return {
        state: 'warning',
        finding: { key: 'health.proxiesUnseen' },
        mend: { key: 'health.proxiesUnseenMend' },
      };
  }
}

/** Compares this machine's clock with those of PostgreSQL and of what answers at the public address. */
export async function checkClock(site: HealthSite, signal: AbortSignal): Promise<Finding> {
  const { db } = site;
  const clocks = await Promise.all([
    db && difference(site, async () => (await findServer(db)).now, 'PostgreSQL'),
    difference(site, async () => (await ask(site, signal)).date, 'SITE_URL', 500), // whole seconds, rounded down
  ]);
  const found = clocks.filter((clock) => clock !== undefined);
  if (found.length === 0)
    return { state: 'warning', finding: { key: 'health.clockAlone' }, mend: { key: 'health.checkAgain' } };
  const seconds = Math.max(...found.map((clock) => clock.seconds));
  const state = clockState(seconds);
  return {
    state,
    finding: { key: 'health.clockDifference', params: { seconds, others: found.map(({ name }) => name).join(', ') } },
    ...(state !== 'ok' && { mend: { key: 'health.clockMend' } as const }),
  };
}

/** By how much another clock differs, at least: the answer may have taken a while. Undefined if it cannot be read. */
async function difference(
  { now }: HealthSite,
  read: () => Promise<Date | undefined>,
  name: string,
  addedMs = 0,
): Promise<{ name: string; seconds: number } | undefined> {
  const before = now().getTime();
  const other = (await read().catch(() => undefined))?.getTime();
  const after = now().getTime();
  if (other === undefined) return undefined;
  const time = other + addedMs;
  const ms = time < before ? before - time : Math.max(0, time - after);
  return { name, seconds: Math.round(ms / 1000) };
}

export async function checkCertificate(site: HealthSite, signal: AbortSignal): Promise<Finding> {
  const url = new URL(site.config.siteUrl);
  if (url.protocol === 'http:') {
    if (isThisMachine(url.hostname)) return { state: 'ok', finding: { key: 'health.tlsLocal' } };
    return { state: 'failing', finding: { key: 'health.tlsNone' }, mend: { key: 'health.tlsNoneMend' } };
  }
  try {
    const { validTo, problem } = await readCertificate(url, signal);
    if (problem)
      return {
        state: 'failing',
        finding: { key: 'health.tlsInvalid', params: { reason: problem } },
        mend: { key: 'health.tlsInvalidMend', params: { host: url.hostname } },
      };
    // If the proxy listens for https at another port than 443, its port for http is unknown.
    if (url.port === '' && (await isServedPlainly(site, `http://${url.host}`, signal)))
      return { state: 'warning', finding: { key: 'health.tlsPlain' }, mend: { key: 'health.tlsPlainMend' } };
    const days = Math.floor((validTo.getTime() - site.now().getTime()) / dayMs);
    const state = certificateState(days);
    return {
      state,
      finding: days >= 0 ? { key: 'health.tlsDays', params: { days } } : { key: 'health.tlsEnded' }, // also if the date cannot be read
      ...(state !== 'ok' && { mend: { key: 'health.tlsSoonMend' } as const }),
    };
  } catch (error) {
    if (!site.isRunning) return notRunning;
    return {
      state: 'failing',
      finding: { key: 'health.tlsAway', params: { host: url.host, reason: reasonOf(error) } },
      mend: { key: 'health.tlsAwayMend' },
    };
  }
}

/** Whether the site answers at an http address, instead of a redirection to https or nothing. */
export const isServedPlainly = (site: HealthSite, origin: string, signal: AbortSignal): Promise<boolean> =>
  askSite(site, origin, signal).then(
    ({ probe }) => probe !== undefined,
    () => false,
  );

/** `problem` is why a browser would reject the certificate. */
async function readCertificate(url: URL, signal: AbortSignal): Promise<{ validTo: Date; problem: string | undefined }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = await new Promise<TLSSocket>((done, failed) => {
    // Only to read the certificate: nothing is sent.
    const options = { host, port: Number(url.port || 443), rejectUnauthorized: false, timeout: connectionLimitMs };
    const opened = connect({ ...options, ...(!isIP(host) && { servername: host }) }, () => done(opened));
    const give = (reason: string) => opened.destroy(new Error(reason));
    opened.on('error', failed);
    opened.on('timeout', () => give('No answer'));
    signal.addEventListener('abort', () => give('No answer'), { once: true });
  });
  const { valid_to } = socket.getPeerCertificate();
  const problem = socket.authorized ? undefined : String(socket.authorizationError);
  socket.destroy();
  return { validTo: new Date(valid_to), problem };
}
