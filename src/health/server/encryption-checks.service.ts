// Checks of what the site cannot enforce: TLS to other servers, and a virus scanner.
import type { Config } from '#src/platform/config.ts';
import { splitHosts } from '#src/platform/database/database-hosts.ts';
import { pingClamd } from '#src/platform/documents/virus-check.ts';
import { isThisMachine } from '#src/platform/this-machine.ts';
import type { Finding, HealthSite } from './health-site.service.ts';
import { reasonOf } from './health-site.service.ts';

/** Without TLS: http, mail that may be sent without, PostgreSQL without `sslmode`, and clamd, which has none. */
function isPlain({ protocol, searchParams }: URL): boolean {
  if (protocol === 'smtp:') return searchParams.get('requireTLS') === 'false';
  if (/^postgres/.test(protocol)) return /^(?:|disable|allow|prefer)$/.test(searchParams.get('sslmode') ?? '');
  return protocol !== 'https:' && protocol !== 'smtps:';
}

/** The hosts of other machines that the site connects to without TLS. */
export function plainHosts({ databaseUrl, replicaUrl, smtpUrl, clamdUrl, s3, backup, ...others }: Config): string[] {
  const { translator, websubHub, otlp } = others;
  const databases = databaseUrl ? splitHosts(databaseUrl).urls : [];
  const services = [smtpUrl, clamdUrl, s3?.endpoint, backup.s3?.endpoint, translator?.url, websubHub, otlp?.endpoint];
  const urls = [...databases, replicaUrl, ...services].filter((url) => url !== undefined).map((url) => new URL(url));
  return [...new Set(urls.filter((url) => isPlain(url) && !isThisMachine(url.hostname)).map(({ host }) => host))];
}

export async function checkEncryption({ config }: HealthSite): Promise<Finding> {
  const hosts = plainHosts(config).join(', ');
  if (!hosts) return { state: 'ok', finding: { key: 'health.encryptionFine' } };
  return {
    state: 'warning',
    finding: { key: 'health.encryptionNone', params: { hosts } },
    mend: { key: 'health.encryptionMend' },
  };
}

export async function checkScanner({ config: { clamdUrl } }: HealthSite): Promise<Finding> {
  if (!clamdUrl)
    return { state: 'warning', finding: { key: 'health.scannerNone' }, mend: { key: 'health.scannerNoneMend' } };
  const { host } = new URL(clamdUrl);
  try {
    await pingClamd(clamdUrl);
    return { state: 'ok', finding: { key: 'health.scannerFine', params: { host } } };
  } catch (error) {
    return {
      state: 'failing',
      finding: { key: 'health.scannerAway', params: { host, reason: reasonOf(error) } },
      mend: { key: 'health.scannerMend' },
    };
  }
}
