import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { hostsProblem, splitHosts } from './database/database-hosts.ts';
import type { BucketAccess } from './files/bucket-client.ts';

/** Configuration of the process, read once from the environment. Settings that admins change are in the database. */
export type Config = z.infer<typeof Environment>;

const unset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());

/** "1" trusts one proxy hop; "10.0.0.0/8, 192.0.2.7" or "loopback" name trusted proxies by address. */
function trustedProxies(text: string, issue: z.RefinementCtx): number | string[] | false {
  if (text === '' || text === '0') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  const known = ['loopback', 'linklocal', 'uniquelocal'];
  const isNetwork = (name: string) => known.includes(name) || ipaddr.isValid(name) || ipaddr.isValidCIDR(name);
  if (networks.every(isNetwork)) return networks;
  issue.addIssue({
    code: 'custom',
    message: 'must be a number of proxies, or their addresses such as 10.0.0.0/8, loopback',
  });
  return z.NEVER;
}

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .superRefine((url, issue) => {
    const message = hostsProblem(url);
    if (message) issue.addIssue({ code: 'custom', message });
  });

// The embedded PostgreSQL takes 100 connections: some are for the queue, listening, backups and commands.
const embeddedPool = 80;

const Environment = z
  .object({
    PORT: z.preprocess(
      unset,
      z.coerce
        .number('must be a number from 0 to 65535')
        .int('must be a whole number')
        .min(0, 'must be a number from 0 to 65535')
        .max(65_535, 'must be a number from 0 to 65535')
        .default(3000),
    ),
    HOST: z.preprocess(unset, z.string().default('127.0.0.1')),
    SITE_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' })),
    DATA_DIR: z.preprocess(unset, z.string().default('./data')).transform((path) => resolve(path)),
    DATABASE_URL: optional(databaseUrl),
    DATABASE_REPLICA_URL: optional(databaseUrl),
    DATABASE_POOL: z.preprocess(
      unset,
      z.coerce
        .number('must be a number of connections')
        .int('must be a whole number')
        .min(4, 'must not be below 4')
        .max(1000, 'must not be above 1000')
        .default(20),
    ),
    PROCESS: z.preprocess(unset, z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all')),
    S3_ENDPOINT: optional(z.url({ error: 'must be an address such as https://s3.example.org' })),
    S3_BUCKET: optional(z.string()),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    S3_REGION: z.preprocess(unset, z.string().default('auto')),
    SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')),
    MAIL_BOUNCES: optional(z.email('must be an e-mail address').max(80, 'must not be longer than 80 characters')),
    CLAMD_URL: optional(z.string().regex(/^tcp:\/\/[^/:]+:\d+$/, 'must be an address such as tcp://127.0.0.1:3310')),
    TRANSLATE_URL: optional(
      z.url({ protocol: /^https?$/, error: 'must be an address such as https://translate.example.org' }),
    ),
    TRANSLATE_KEY: optional(z.string()),
    LINK_CHECK_HOSTS: z.preprocess(unset, z.string().default('')),
    PUSH_HOSTS: z.preprocess(unset, z.string().default('')),
    ADMIN_EMAIL: optional(z.email('must be an e-mail address')),
    ADMIN_PASSWORD: optional(z.string().min(8, 'must have at least 8 characters')),
    AUTH_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
    SEAL_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
    SEAL_KEY_FORMER: optional(z.string().min(32, 'must have at least 32 characters')),
    SAMPLE_CONTENT: z.preprocess(unset, z.enum(['on', 'off'], 'must be on or off').default('on')),
    TRUST_PROXY: z.preprocess(unset, z.string().default('')).transform((text, issue) => trustedProxies(text, issue)),
    WEBSUB_HUB: optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://hub.example.org' })),
    PAGE_CACHE_MB: z.preprocess(
      unset,
      z.coerce.number('must be a number of megabytes').min(0, 'must not be below 0').default(64),
    ),
    BACKUP_TO: optional(z.string()),
    BACKUP_AT: z.preprocess(
      unset,
      z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:15')
        .default('02:15'),
    ),
    BACKUP_PASSPHRASE: optional(z.string().min(12, 'must have at least 12 characters')),
    BACKUP_KEEP: optional(
      z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1'),
    ),
    BACKUP_S3_ENDPOINT: optional(z.url({ error: 'must be an address such as https://s3.example.org' })),
    BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
    BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
    BACKUP_S3_REGION: optional(z.string()),
    METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(
      z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' }),
    ),
    OTEL_TRACES_SAMPLER_ARG: z.preprocess(
      unset,
      z.coerce
        .number('must be a number from 0 to 1')
        .min(0, 'must be a number from 0 to 1')
        .max(1, 'must be a number from 0 to 1')
        .default(1),
    ),
    OTEL_BSP_SCHEDULE_DELAY: z.preprocess(
      unset,
      z.coerce.number('must be a number of milliseconds').min(1, 'must be at least 1').default(5000),
    ),
    LOG_LEVEL: z.preprocess(
      unset,
      z
        .enum(
          ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
          'must be fatal, error, warn, info, debug, trace or silent',
        )
        .default('info'),
    ),
  })
  .superRefine((env, issue) => {
    if (env.PROCESS !== 'all' && !env.DATABASE_URL)
      issue.addIssue({
        code: 'custom',
        path: ['PROCESS'],
        message: 'must be all without DATABASE_URL, because only one process can use the embedded PostgreSQL',
      });
    if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
      issue.addIssue({
        code: 'custom',
        path: ['DATABASE_REPLICA_URL'],
        message: 'must be empty without DATABASE_URL',
      });
    if (env.DATABASE_REPLICA_URL && splitHosts(env.DATABASE_REPLICA_URL).targetSessionAttrs)
      issue.addIssue({ code: 'custom', path: ['DATABASE_REPLICA_URL'], message: 'must name one host' });
    if (env.DATABASE_POOL > embeddedPool && !env.DATABASE_URL)
      issue.addIssue({
        code: 'custom',
        path: ['DATABASE_POOL'],
        message: `must not be above ${embeddedPool} without DATABASE_URL`,
      });
    const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    const missing = s3.filter((name) => !env[name]);
    if (missing.length === 0 || missing.length === s3.length) return;
    for (const name of missing)
      issue.addIssue({ code: 'custom', path: [name], message: 'is needed when the other S3_ settings are given' });
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** The site's public origin, without a trailing slash; used in links, mails and share tags. */
    siteUrl: new URL(env.SITE_URL ?? `http://localhost:${env.PORT}`).origin,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** A streaming replica, which is queried for public pages. */
    replicaUrl: env.DATABASE_REPLICA_URL,
    /** Most connections of the pool. The queue has four more, listening takes two, a newsletter being sent four. */
    databasePool: env.DATABASE_POOL,
    /** What this process does: answer requests (web), run jobs (worker), or both. */
    process: env.PROCESS,
    s3: env.S3_ENDPOINT
      ? {
          endpoint: env.S3_ENDPOINT,
          bucket: env.S3_BUCKET as string, // present: checked above
          accessKeyId: env.S3_ACCESS_KEY_ID as string, // present: checked above
          secretAccessKey: env.S3_SECRET_ACCESS_KEY as string, // present: checked above
          region: env.S3_REGION,
        }
      : undefined,
    smtpUrl: env.SMTP_URL,
    /** Where the mail server returns newsletters that it could not deliver; the operator pipes them to the site. */
    bounceAddress: env.MAIL_BOUNCES,
    /** Address of clamd, which scans every uploaded file before it is opened. */
    clamdUrl: env.CLAMD_URL,
    /** A translation server for stories that speaks LibreTranslate's protocol. */
    translator: env.TRANSLATE_URL ? { url: env.TRANSLATE_URL, key: env.TRANSLATE_KEY } : undefined,
    /** Hosts that the check of links may request although they are not public, such as "intranet.example:8080". */
    linkCheckHosts: hostsIn(env.LINK_CHECK_HOSTS),
    /** Push services besides those of the browsers' makers, such as "push.example:8080", also off the public web. */
    pushHosts: hostsIn(env.PUSH_HOSTS),
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    authSecret: env.AUTH_SECRET,
    sealKey: env.SEAL_KEY,
    /** Still decrypts; a job encrypts again with the current key what it has encrypted. */
    sealKeyFormer: env.SEAL_KEY_FORMER,
    /** Proxies whose X-Forwarded-For is trusted: the number of hops, or their networks; false for none. */
    trustProxy: env.TRUST_PROXY,
    sampleContent: env.SAMPLE_CONTENT === 'on',
    /** The WebSub hub that notifies feed readers of changes. */
    websubHub: env.WEBSUB_HUB,
    /** Memory limit of the page cache; 0 disables it. */
    pageCacheBytes: env.PAGE_CACHE_MB * 1_000_000,
    backup: {
      /** Where the site backs itself up every night: a folder, or s3://bucket/prefix. */
      to: env.BACKUP_TO,
      /** The time of that in India, such as 02:15. */
      at: env.BACKUP_AT,
      /** Encrypts the secrets in backups. */
      passphrase: env.BACKUP_PASSPHRASE,
      /** How many backups stay when a new one has been made. */
      keep: env.BACKUP_KEEP,
      s3: backupBucketAccess(env),
    },
    /** The bearer token of `/metrics`; without it there is no such address. */
    metricsToken: env.METRICS_TOKEN,
    /** An OpenTelemetry collector that takes OTLP over HTTP; nothing is traced without it. */
    otlp: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
          delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
        }
      : undefined,
    logLevel: env.LOG_LEVEL,
  }));

const hostsIn = (list: string) =>
  list
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);

/** Access to the bucket of backups: the site's own, except for what is set separately. */
function backupBucketAccess(env: Record<string, unknown>): BucketAccess | undefined {
  const value = (name: string) => (env[`BACKUP_S3_${name}`] ?? env[`S3_${name}`]) as string | undefined;
  const [endpoint, accessKeyId, secretAccessKey] = [
    value('ENDPOINT'),
    value('ACCESS_KEY_ID'),
    value('SECRET_ACCESS_KEY'),
  ];
  if (!endpoint || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, accessKeyId, secretAccessKey, region: value('REGION') as string }; // S3_REGION has a default
}

/** Reads the configuration. Throws an Error with one sentence per invalid variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const result = Environment.safeParse(env);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'));
}
