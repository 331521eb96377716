import { expect, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

test('the description and its pages have their types, and load nothing from elsewhere', async () => {
  for (const [path, type] of Object.entries({
    '/api/openapi.json?x=1': 'application/json',
    '/api/docs': 'text/html',
    '/api/docs/yaml': 'application/x-yaml',
    '/api/docs/static/swagger-ui.css': 'text/css',
  })) {
    const { status, headers } = await site.visitor.send('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, 'gzip']);
    expect(headers.get('content-type')).toContain(type);
  }
  const { headers } = await site.visitor.get('/api/docs');
  expect(headers.get('content-security-policy')).toMatch(/base-uri 'none'(?!.*https:)/);
});

test.each(['static/swagger-u%69.css', 'static//swagger-ui.css', 'static/swagger-ui.css/', 'static/x.css', 'x'])(
  'there is no %s',
  async (name) => {
    expect((await site.visitor.get(`/api/docs/${name}`)).status).toBe(404);
  },
);
