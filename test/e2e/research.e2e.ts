import { gzipSync } from 'node:zlib';
import { pdfFile } from '../factories/documents.ts';
import { decide, publish, publishMany } from '../factories/submissions.ts';
import { withoutTable } from '../shared-site.ts';
import { expect, test } from './fixtures.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const frames = 'iframe[title^="First page of"]';

test('essays are found by words, type and year', { tag: '@viewer' }, async ({ page, site, checkAccessibility }) => {
  test.slow(); // every list opens PDFs
  await page.goto('/research');
  await expect(page.getByText('No approved PDF essays found.')).toBeVisible();
  await checkAccessibility();
  await publish(site, { title: 'Lake frogs', co_authors: 'Meera Shah', article_type: 'letter' });
  await publish(site, { title: 'Night trains' });
  await page.reload();
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['Night trains', 'Lake frogs']);
  await expect(page.locator(frames)).toHaveCount(2);
  await checkAccessibility();
  await page.getByLabel('Search titles').fill('meera');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(titles).toHaveText(['Lake frogs']);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(titles).toHaveText(['Night trains', 'Lake frogs']);
  await page.getByLabel('Type').selectOption('essay');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(titles).toHaveText(['Night trains']);
  await page.goto('/research?year=1999');
  await expect(page.getByText('No approved PDF essays found.')).toBeVisible();
});

test('essays are found and opened without JavaScript', { tag: '@core' }, async ({ browser, site }) => {
  const work = await publish(site, { title: 'Lake frogs' });
  await publish(site, { title: 'Night trains' });
  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await plain.goto('/research');
  await plain.getByLabel('Search titles').fill('frogs');
  await plain.getByRole('button', { name: 'Search' }).click();
  await expect(plain).toHaveURL(/search=frogs/);
  await plain.getByRole('link', { name: 'Lake frogs' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Lake frogs');
  for (const page of [`/research/${work.id}`, `/hi/research/${work.id}`]) {
    await plain.goto(page);
    const file = plain.locator('main a[href$=".pdf"]');
    await expect(file).toHaveAttribute('href', /\/lake-frogs\.pdf$/);
    expect((await site.visitor.get((await file.getAttribute('href')) ?? '')).status).toBe(200);
  }
  await plain.context().close();
});

test('a list that fails to load shows an error', async ({ page, site }) => {
  await withoutTable(site, 'submissions', async () => {
    await page.goto('/research');
    await expect(page.getByText('Failed to load articles.')).toBeVisible();
  });
});

test('an essay page has citation metadata, the PDF, and citations to copy', { tag: ['@viewer', '@core'] }, async ({
  page,
  context,
  site,
  checkAccessibility,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const work = await publish(site, {
    title: 'Frogs & "lakes" <b>',
    co_authors: 'Dev Iyer\nMeera Shah',
    institution: 'River College',
    abstract: 'We counted calls.',
    keywords: 'frogs, lakes',
    essay_file: await pdfFile('three.pdf', 'Frogs', 3),
  });
  const { siteUrl } = site.services.config;
  const answer = await site.visitor.get(`/research/${work.id}/`);
  expect(answer.status).toBe(200);
  await page.goto(`/research/${work.id}`);
  const tags = await page
    .locator('head meta[name^="citation_"]')
    .evaluateAll((all) => all.map((tag) => [tag.getAttribute('name'), tag.getAttribute('content')]));
  const pdf = `${siteUrl}/research/${work.id}/frogs-lakes-b.pdf`;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date()).replaceAll('-', '/');
  expect(tags).toEqual([
    ['citation_title', 'Frogs & "lakes" <b>'],
    ['citation_author', work.username],
    ['citation_author_institution', 'River College'],
    ['citation_author', 'Dev Iyer'],
    ['citation_author', 'Meera Shah'],
    ['citation_publication_date', day],
    ['citation_online_date', day],
    ['citation_journal_title', 'News Wing'],
    ['citation_keywords', 'frogs; lakes'],
    ['citation_abstract_html_url', `${siteUrl}/research/${work.id}/`],
    ['citation_pdf_url', pdf],
  ]);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${siteUrl}/research/${work.id}/`);
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  const [article] = JSON.parse(json ?? '')['@graph'];
  expect(article).toMatchObject({ '@type': 'ScholarlyArticle', headline: 'Frogs & "lakes" <b>' });
  const file = await site.visitor.get(new URL(pdf).pathname);
  expect(file.headers.get('content-type')).toBe('application/pdf');

  await expect(page.getByTitle('Frogs & "lakes" <b>, PDF')).toBeVisible();
  await checkAccessibility();
  for (const [format, start] of [
    ['APA', 'Test reader'],
    ['BibTeX', '@article{'],
    ['RIS', 'TY  - JOUR'],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${format}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^${start}`));
  }
});

test('without a PDF viewer, the pages are shown as images and text', async ({ page, site, checkAccessibility }) => {
  const work = await publish(site, { title: 'Lake frogs', essay_file: await pdfFile('two.pdf', 'Lake frogs', 2) });
  const image = `/api${work.essay_file.replace('.pdf', '')}/2-1100.webp`;
  await expect.poll(async () => (await site.visitor.get(image)).status).toBe(200);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }));
  await page.goto('/research');
  await expect(page.getByRole('img', { name: 'First page of Lake frogs' })).toHaveJSProperty('complete', true);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.goto(`/research/${work.id}`);
  await expect(page.getByRole('img', { name: 'Page 1' })).toBeVisible();
  await page.getByText('Text of page 2').click();
  await expect(page.getByText('Page 2. Lorem ipsum', { exact: false })).toBeVisible();
  await checkAccessibility();
});

test('an essay never published answers 404, and one no longer published 410', async ({ page, site }) => {
  const work = await publish(site);
  await decide(await site.as('editor'), work.id, 'rejected');
  expect((await page.goto(`/research/${work.id}/`))?.status()).toBe(410);
  expect((await page.goto('/research/999999'))?.status()).toBe(404);
  expect((await page.goto('/research/abc'))?.status()).toBe(404);
  await expect(page.getByText('There is no such essay.')).toBeVisible();
});

test.describe('a thousand essays, without the page cache', () => {
  test.use({ env: { PAGE_CACHE_MB: '0' } });

  test('need no more bytes and PDF viewers than thirty', { tag: '@viewer' }, async ({ page, site }) => {
    test.setTimeout(120_000);
    const html = async () => {
      const { body, headers } = await site.visitor.get('/research');
      expect(headers.get('x-cache')).toBe('bypass');
      return { bytes: body.length, compressed: gzipSync(body).length };
    };
    await publishMany(site, 30, { files: true, pages: true });
    const thirty = await html();
    await publishMany(site, 970, { files: true, pages: true });
    const thousand = await html();
    print(`HTML of /research: ${thousand.bytes} bytes, ${thousand.compressed} compressed`);
    expect(thousand.compressed).toBeLessThan(60_000);
    // Numbers in titles and the choice of years may be longer; the list may not.
    expect(thousand.bytes).toBeLessThan(thirty.bytes * 1.02);

    const loaded = new Set<string>();
    page.on('request', (request) => {
      if (/\/api\/essays\/\w+\.pdf/.test(request.url())) loaded.add(request.url());
    });
    await page.goto('/research');
    await expect(page.locator('.essay-card')).toHaveCount(24);
    await expect.poll(() => page.locator(frames).count()).toBeGreaterThan(0);
    const inView = () =>
      page.locator('.essay-sheet').evaluateAll(
        (sheets) =>
          sheets.filter((sheet) => {
            const { top, bottom } = sheet.getBoundingClientRect();
            return bottom >= 0 && top <= window.innerHeight;
          }).length,
      );
    expect(loaded.size).toBeLessThanOrEqual(await inView());
    await page.locator('.essay-card').last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await page.locator(frames).count()) - (await inView())).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Older essays' }).click();
    await expect(page).toHaveURL(/after=/);
    await expect(page.locator('.essay-card')).toHaveCount(24);
  });
});
