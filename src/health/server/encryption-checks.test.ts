import { expect, test } from 'vitest';
import { readConfig } from '#src/platform/config.ts';
import { plainHosts } from './encryption-checks.service.ts';

test.each([
  ['nothing is configured', {}, []],
  [
    'servers on this machine',
    {
      DATABASE_URL: 'postgres://paper@127.0.0.1/paper',
      SMTP_URL: 'smtp://localhost',
      CLAMD_URL: 'tcp://127.0.0.1:3310',
      TRANSLATE_URL: 'http://[::1]:5000',
    },
    [],
  ],
  [
    'TLS everywhere',
    {
      DATABASE_URL: 'postgres://a,b/paper?target_session_attrs=read-write&sslmode=verify-full',
      DATABASE_REPLICA_URL: 'postgres://c/paper?sslmode=require',
      SMTP_URL: 'smtp://mail.example', // with STARTTLS, or not at all
      WEBSUB_HUB: 'https://hub.example',
    },
    [],
  ],
  [
    'no TLS anywhere',
    {
      DATABASE_URL: 'postgres://u:p@a,b/paper?target_session_attrs=read-write',
      DATABASE_REPLICA_URL: 'postgres://c/paper?sslmode=prefer',
      SMTP_URL: 'smtp://mail.example?requireTLS=false',
      CLAMD_URL: 'tcp://scanner:3310',
      TRANSLATE_URL: 'http://translate.example:5000',
      WEBSUB_HUB: 'http://hub.example',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      BACKUP_S3_ENDPOINT: 'http://bucket.example',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
      BACKUP_S3_SECRET_ACCESS_KEY: 'key',
    },
    [
      'a',
      'b',
      'c',
      'mail.example',
      'scanner:3310',
      'bucket.example',
      'translate.example:5000',
      'hub.example',
      'collector:4318',
    ],
  ],
])('hosts that are reached without TLS: %s', (_, env, hosts) => {
  expect(plainHosts(readConfig(env))).toEqual(hosts);
});
