// The files of deploy/ match the site: settings, files, ports, health checks, flags and grace periods.
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '#src/platform/config.ts';
import packageJson from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFile(join(root, path), 'utf8');

const Web = z.looseObject({
  environment: z.record(z.string(), z.string()),
  stop_grace_period: z.string(),
  read_only: z.literal(true),
  volumes: z.array(z.string()),
});
const Compose = z.looseObject({
  services: z.looseObject({ web1: Web, web2: Web, worker: Web, caddy: z.looseObject({}) }),
});
const Probe = z.looseObject({ httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }) });
const Deployment = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.looseObject({
            ports: z.tuple([z.strictObject({ name: z.literal('http'), containerPort: z.number() })]),
            startupProbe: Probe,
            readinessProbe: Probe,
            livenessProbe: Probe,
            lifecycle: z.object({
              preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.coerce.number()]) }) }),
            }),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
      }),
    }),
  }),
});
const Values = z.looseObject({ kind: z.enum(['Secret', 'ConfigMap']) });

const compose = Compose.parse(parse(await read('deploy/compose.yaml'), { merge: true }));
const objects = parseAllDocuments(await read('deploy/kubernetes.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS() as unknown;
});
const deployment = Deployment.parse(objects.find((object) => Deployment.safeParse(object).success));
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const kubernetesValues = objects.flatMap((object) => {
  const { success, data } = Values.safeParse(object);
  return success ? Object.entries((data.stringData ?? data.data) as Record<string, string>) : [];
});
const [dockerfile, unit, caddyfile] = await Promise.all(
  ['Dockerfile', 'news-wing.service', 'Caddyfile'].map((name) => read(`deploy/${name}`)),
);

/** NAME=value lines of a file of settings, those that are commented out too: "#DATABASE_URL='postgres://…'". */
const settingsIn = (text: string) =>
  [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

/** A Dockerfile's instructions, without comments and with their lines joined. */
const instructions = (dockerfile ?? '')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean);
const argumentsOf = (instruction: string) =>
  instructions.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
const imageSettings = argumentsOf('ENV').flatMap((text) =>
  text.split(/\s+/).map((pair) => pair.split('=') as [string, string]),
);
const imageSetting = (name: string) => imageSettings.find(([known]) => known === name)?.[1];

// "MALLOC_MMAP_THRESHOLD_=32768 exec node --max-semi-space-size=16 … src/main.ts"
const start = /^(?<variable>\w+=\d+) exec (?<command>node .+)$/.exec(packageJson.scripts.start)?.groups ?? {};

test('the settings exist', () => {
  const known = new Set<string | symbol>();
  readConfig(new Proxy({}, { get: (_, name) => void known.add(name), has: () => true }));
  expect(known).toContain('SITE_URL');
  const ofOthers = ['NODE_ENV', start.variable?.split('=')[0]];
  const used = [
    ...Object.keys(compose.services.web1.environment),
    ...kubernetesValues.map(([name]) => name),
    ...imageSettings.map(([name]) => name),
  ];
  expect(used.filter((name) => !known.has(name) && !ofOthers.includes(name))).toEqual([]);
});

test('the scripts that build and start the image exist', async () => {
  const scripts = [...argumentsOf('RUN'), start.command ?? ''].flatMap((line) => line.match(/\bsrc\/\S+\.ts/g) ?? []);
  expect(scripts).toHaveLength(2);
  for (const script of scripts) await read(script);
});

test('the files of settings are valid, and name what is used', async () => {
  const service = settingsIn(await read('deploy/settings.example')).map(([name, value]) => [name, value.slice(1, -1)]);
  expect(service.map(([name]) => name)).toContain('DATABASE_URL');
  const values = (entries: Iterable<readonly (string | undefined)[]>) => Object.fromEntries(entries);
  expect(readConfig(values(service)).siteUrl).toBe('https://paper.example');
  expect(readConfig(values(kubernetesValues)).s3?.bucket).toBe('newswing');

  const example = settingsIn(await read('deploy/.env.example'));
  const text = await read('deploy/compose.yaml');
  const needed = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  expect(new Set(example.map(([name]) => name))).toEqual(needed);
  const filled = example.map(([name, value]) => [name, value || `${name}-`.padEnd(64, '0')] as const);
  const fill = (value: string) =>
    value.replace(/\$\{(\w+)[^}]*\}/g, (_, name) => filled.find(([known]) => known === name)?.[1] ?? '');
  const { web1, web2, worker } = compose.services;
  const settings = Object.entries(web1.environment).map(([name, value]) => [name, fill(value)] as const);
  expect(readConfig(values(settings)).siteUrl).toBe('https://paper.example');
  expect(web2.environment).toEqual(web1.environment);
  expect(worker.environment).toEqual({ ...web1.environment, PROCESS: 'worker' });
});

test('the image copies what exists, and its context has nothing else', async () => {
  const copied = argumentsOf('COPY')
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(' ').slice(0, -1));
  expect(copied).toContain('src');
  await Promise.all(copied.map((path) => access(join(root, path))));
  const ignored = (await read('deploy/Dockerfile.dockerignore')).split('\n').filter((line) => /^[^#]/.test(line));
  expect(ignored).toEqual(['*', ...copied.map((path) => `!${path}`)]);
});

test('the image has the Node of package.json', () => {
  expect(argumentsOf('ARG')).toEqual([`NODE_VERSION=${packageJson.dependencies.node}`]);
});

test('an installation has nothing of the tools that build and test, and no sample', async () => {
  const guide = await read('docs/operating.md');
  const builds = guide.match(/npm ci && npm run build\b[^`'\n]*/g) ?? [];
  expect([...new Set(builds)]).toEqual(['npm ci && npm run build && npm prune --omit=dev']);
  expect(builds.length).toBeGreaterThan(2);
  expect(instructions.filter((line) => line.includes('npm prune --omit=dev'))).toHaveLength(1);
  const samples = [
    settingsIn(await read('deploy/settings.example')),
    settingsIn(await read('deploy/.env.example')),
    kubernetesValues,
  ];
  for (const values of samples)
    expect(String(Object.fromEntries(values).SAMPLE_CONTENT).replaceAll("'", '')).toBe('off');
});

test('image and service start the program as npm start does', () => {
  expect(start.command).toMatch(/^node .*src\/main\.ts$/);
  expect((JSON.parse(argumentsOf('CMD').at(-1) ?? '') as string[]).join(' ')).toBe(start.command);
  expect(argumentsOf('ENV').join(' ')).toContain(start.variable);
  expect(unit).toContain(`\nEnvironment=${start.variable}\n`);
  expect(unit).toContain(`\nExecStart=/opt/news-wing/site/node_modules/.bin/${start.command}\n`);
});

test('ports, folders and health checks are the same everywhere', async () => {
  const port = imageSetting('PORT');
  expect(argumentsOf('EXPOSE')).toEqual([port]);
  expect(String(container.ports[0].containerPort)).toBe(port);
  expect(compose.services.caddy.environment).toMatchObject({ NODES: `web1:${port} web2:${port}` });
  expect(caddyfile).toContain(`{$NODES:127.0.0.1:${readConfig({}).port}}`);

  const folder = imageSetting('DATA_DIR');
  expect(argumentsOf('VOLUME')).toEqual([folder]);
  expect(compose.services.web1.volumes).toEqual([`web1:${folder}`]);
  expect(container.volumeMounts).toContainEqual({ name: 'data', mountPath: folder });
  const settings = new Map(settingsIn(await read('deploy/settings.example')));
  expect(settings.get('DATA_DIR')).toBe(`'/var/lib/${/^StateDirectory=(.+)$/m.exec(unit ?? '')?.[1]}'`);

  const route = (await read('src/platform/http/health.ts')).match(/app\.get\('(\/healthz)'/)?.[1];
  expect(route).toBe('/healthz');
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
    expect(container[probe].httpGet.path).toBe(route);
  expect(caddyfile).toContain(`health_uri ${route}\n`);
  expect(dockerfile).toContain(`'${route}'`);
});

// Caddy counts a request with a malformed body as a failure of the node (2.6.2: three of them took two nodes from all readers).
test('no request of a visitor makes the proxy give up a node', () => {
  expect(caddyfile).not.toMatch(/^\s*(?:fail_duration|max_fails|unhealthy_)/m);
});

test('grace periods are longer than what the program itself waits for', async () => {
  const jobs = await read('src/platform/jobs/jobs.ts'); // every duration in it, such as 20_000, is one of its stop
  const jobsMs = [...jobs.matchAll(/\b(\d+)_000\b/g)].reduce((sum, [, seconds]) => sum + Number(seconds) * 1000, 0);
  const bodies = await read('src/platform/http/body-timeouts.ts');
  const bodiesMs = Number(/const finishMs = (\d+)/.exec(bodies)?.[1]);
  expect(jobsMs).toBeGreaterThan(0);
  const seconds = (jobsMs + bodiesMs) / 1000;
  const { web1, web2 } = compose.services;
  const pauseSeconds = container.lifecycle.preStop.exec.command[1];
  const periods = {
    compose: Number.parseInt(web1.stop_grace_period, 10),
    kubernetes: pod.terminationGracePeriodSeconds - pauseSeconds,
    systemd: Number(/^TimeoutStopSec=(\d+)$/m.exec(unit ?? '')?.[1]),
  };
  expect(web2.stop_grace_period).toBe(web1.stop_grace_period);
  // Twice: downloads of readers and the checkpoint of PostgreSQL take time of their own.
  for (const period of Object.values(periods)) expect(period).toBeGreaterThanOrEqual(2 * seconds);
});
