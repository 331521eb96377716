import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const credentials = ['authSecret', 'sealKey', 'adminEmail', 'adminPassword', 'smtpUrl', 'translator', 'metricsToken'];

test('an empty environment is a working configuration', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    sampleContent: true,
    logLevel: 'info',
    databaseUrl: undefined,
    s3: undefined,
    // No credential has a default.
    ...Object.fromEntries(credentials.map((name) => [name, undefined])),
  });
});

test('trusted proxies are set by number or by address; there are none by default', () => {
  expect(readConfig({}).trustProxy).toBe(false);
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ]);
});

test('backups use the site’s bucket access but for what is set otherwise', () => {
  const site = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'paper',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const access = { endpoint: site.S3_ENDPOINT, accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' };
  const backup = (env: Record<string, string>) => readConfig(env).backup;
  expect(backup({})).toEqual({ at: '02:15', passphrase: undefined, keep: undefined, s3: undefined });
  expect(backup(site).s3).toEqual(access);
  expect(backup({ ...site, BACKUP_S3_ACCESS_KEY_ID: 'other', BACKUP_S3_REGION: 'eu' }).s3).toEqual({
    ...access,
    accessKeyId: 'other',
    region: 'eu',
  });
  expect(backup({ BACKUP_S3_ENDPOINT: 'https://s3.example.org' }).s3).toBeUndefined();
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', SITE_URL: '', SAMPLE_CONTENT: '' })).toMatchObject({ port: 3000, sampleContent: true });
});

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535.'],
  [{ SITE_URL: 'example.org' }, 'SITE_URL must be an address such as https://example.org.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ DATABASE_REPLICA_URL: 'postgres://b/paper' }, 'DATABASE_REPLICA_URL must be empty without DATABASE_URL.'],
  [
    {
      DATABASE_URL: 'postgres://a/paper',
      DATABASE_REPLICA_URL: 'postgres://b,c/paper?target_session_attrs=read-write',
    },
    'DATABASE_REPLICA_URL must name one host.',
  ],
  [{ DATABASE_POOL: '3' }, 'DATABASE_POOL must not be below 4.'],
  [{ DATABASE_POOL: '81' }, 'DATABASE_POOL must not be above 80 without DATABASE_URL.'],
  [{ PROCESS: 'jobs' }, 'PROCESS must be all, web or worker.'],
  [{ PROCESS: 'web' }, 'PROCESS must be all without DATABASE_URL'],
  [{ SAMPLE_CONTENT: 'yes' }, 'SAMPLE_CONTENT must be on or off.'],
  [
    { TRUST_PROXY: 'my proxy' },
    'TRUST_PROXY must be a number of proxies, or their addresses such as 10.0.0.0/8, loopback.',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE must have at least 12 characters.'],
  [{ BACKUP_AT: '24:00' }, 'BACKUP_AT must be a time such as 02:15.'],
  [{ BACKUP_AT: '2:15' }, 'BACKUP_AT must be a time such as 02:15.'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be at least 1.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318.',
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters.'],
  [
    { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'paper', S3_ACCESS_KEY_ID: 'id' },
    'S3_SECRET_ACCESS_KEY is needed when the other S3_ settings are given.',
  ],
])('%o is refused with one clear message', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});
