// The dashboard and the alerts use metrics and labels that exist.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openMetrics } from '#src/platform/metrics/metrics.ts';

const read = (name: string) => readFile(join(import.meta.dirname, '../deploy', name), 'utf8');

const Alerts = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        name: z.string(),
        rules: z
          .array(
            z.strictObject({
              alert: z.string().regex(/^NewsWing[A-Z]\w+$/),
              expr: z.string(),
              for: z
                .string()
                .regex(/^\d+[smh]$/)
                .optional(),
              labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
              annotations: z.strictObject({ summary: z.string().endsWith('.') }),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});

const Dashboard = z.looseObject({
  title: z.literal('News Wing'),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.looseObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string(), query: z.string() })) }),
});

const { groups } = Alerts.parse(parse(await read('alerts.yml')));
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = Dashboard.parse(JSON.parse(await read('grafana-dashboard.json')));

const metrics = openMetrics({
  pool: { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 20 } as never },
  jobs: [],
  readStored: async () => undefined,
  dataDir: '.',
});
metrics.watchPageCache({ bytes: () => 0 }, 0);
metrics.watchReplica({ observe: () => {} });
const labelsByName = metrics.labelsByName();

// Labels that Prometheus adds to each metric, and the metric that it makes itself.
const ofPrometheus = ['job', 'instance', 'le'];
const known = new Map([...labelsByName, ['up', []]]);
const words = new Set(['by', 'without', 'on', 'and', 'or', 'unless', 'offset', 'bool']);

/** The metric of a series: "x_bucket" is of the histogram "x". */
const metricOf = (series: string) => (known.has(series) ? series : series.replace(/_(?:bucket|sum|count)$/, ''));

/** The metrics of an expression, and the labels by which it selects or groups them. */
function namesIn(expr: string) {
  const selectors = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', inner = '']) =>
    [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"[^"]*"/g)].map(([, label = '']) => ({ metric, label })),
  );
  const groupings = [...expr.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].flatMap(
    ([, list = '']) => list.match(/\w+/g) ?? [],
  );
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on)\s*\([^)]*\)/g, '');
  const series = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/gi)]
    .map(([, name = '']) => name)
    .filter((name) => !words.has(name) && !/^\d|^e\d+$/.test(name));
  return { series, selectors, groupings };
}

const expressions = [
  ...alerts.map(({ alert, expr }) => ({ name: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
];

test.each(expressions)('$name: $expr', ({ expr }) => {
  const { series, selectors, groupings } = namesIn(expr);
  expect(series.length).toBeGreaterThan(0);
  expect(series.map(metricOf).filter((name) => !known.has(name))).toEqual([]);
  const labelsOf = (name: string) => [...(known.get(metricOf(name)) ?? []), ...ofPrometheus];
  expect(selectors.filter(({ metric, label }) => !labelsOf(metric).includes(label))).toEqual([]);
  const all = series.flatMap(labelsOf);
  expect(groupings.filter((label) => !all.includes(label))).toEqual([]);
  for (const [open, close] of ['()', '{}', '[]'])
    expect(expr.split(open ?? '').length).toBe(expr.split(close ?? '').length);
});

test('alerts and panels have a name each, and a summary uses the labels that its alert has', () => {
  const alertNames = alerts.map(({ alert }) => alert);
  expect(new Set(alertNames).size).toBe(alertNames.length);
  const { panels, templating } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  for (const { expr, annotations } of alerts) {
    const { series, groupings } = namesIn(expr);
    const labels = /\bby\b/.test(expr) ? groupings : series.flatMap((name) => [...(known.get(name) ?? []), 'instance']);
    for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.(\w+)/g)) expect(labels).toContain(label);
  }
  const variables = templating.list.map(({ name }) => name);
  expect(variables).toEqual(['datasource', 'instance']);
  expect(namesIn(templating.list[1]?.query.replace(/^label_values\((\w+).*/, '$1') ?? '').series).toEqual([
    'newswing_database_up',
  ]);
});

test('the metrics of this node are all in the dashboard or the alerts', () => {
  const used = new Set(expressions.flatMap(({ expr }) => namesIn(expr).series.map(metricOf)));
  expect([...labelsByName.keys()].filter((name) => name.startsWith('newswing_') && !used.has(name))).toEqual([]);
});
