import { strToU8 } from 'fflate';
import mammoth from 'mammoth';
import { describe, expect, test } from 'vitest';
import { submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import { docFile, docxFile, paragraph } from '#test/factories/documents.ts';
import { decide, publishMany, submit } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const list = (query = '') => `/api/submissions${query}`;
const one = (id: number, rest = '') => `/api/submissions/${id}${rest}`;
const titles = (body: { articles: { title: string }[] }) => body.articles.map(({ title }) => title);

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const link = (id: string, text: string) => `<w:hyperlink xmlns:r="${office}" r:id="${id}">${run(text)}</w:hyperlink>`;

/** A .docx with a script in its text, external links, and a picture with a script in its description. */
function harmfulDocx() {
  const picture = `<w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:docPr id="1" name="x" descr="&quot; onerror=&quot;alert(1)"/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><pic:pic xmlns:pic="${drawing}/picture"><pic:blipFill><a:blip xmlns:r="${office}" r:embed="rId3"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const place = '<w:bookmarkStart w:id="0" w:name="place"/><w:bookmarkEnd w:id="0"/>';
  const parts = [
    link('rId1', 'A link'),
    run(' and '),
    link('rId2', 'another'),
    run(', a place and a picture: '),
    place,
    picture,
  ];
  const body = `${paragraph('Before &lt;script&gt;alert(1)&lt;/script&gt;')}<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Heading</w:t></w:r></w:p><w:p>${parts.join('')}</w:p>`;
  const targets = { hyperlink: ['https://a.example/', 'https://elsewhere.example/'], image: ['media/image1.png'] };
  const rows = Object.entries(targets).flatMap(([kind, all]) => all.map((target) => ({ kind, target })));
  const relations = rows.map(
    ({ kind, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"${kind === 'image' ? '' : ' TargetMode="External"'}/>`,
  );
  return docxFile('a.docx', {
    body,
    more: {
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
      ),
      'word/media/image1.png': strToU8('picture'),
    },
  });
}

describe('GET /api/submissions', () => {
  test('works: filters by text, state and type, in each order, with pagination', async () => {
    const [asha, dev] = [await site.as('reader'), await site.as('reader')];
    const editor = await site.as('editor');
    const made = [];
    for (const [index, title] of ['Alpha', 'Beta 100%', 'Gamma'].entries()) {
      made.push(await submit(index === 1 ? dev : asha, { title, article_type: index ? 'essay' : 'letter' }));
      site.advance(1000);
    }
    await decide(editor, made[0].id, 'rejected');
    const get = async (query: string) => (await editor.get(list(query))).body;
    expect(titles(await get(''))).toEqual(['Gamma', 'Beta 100%', 'Alpha']);
    expect(titles(await get('?sort=oldest'))).toEqual(['Alpha', 'Beta 100%', 'Gamma']);
    expect(titles(await get('?sort=changed'))[0]).toBe('Alpha');
    expect(titles(await get('?sort=username'))).toEqual(['Alpha', 'Gamma', 'Beta 100%']);
    expect(titles(await get('?state=rejected'))).toEqual(['Alpha']);
    expect(titles(await get('?type=letter'))).toEqual(['Alpha']);
    expect(titles(await get('?search=100%25'))).toEqual(['Beta 100%']);
    expect(titles(await get(`?search=${made[1].email}`))).toEqual(['Beta 100%']);
    expect(titles(await get('?search=_'))).toEqual([]);
    expect((await get('')).counts).toEqual({ pending: 2, rejected: 1 });

    await publishMany(site, 26);
    for (const sort of ['newest', 'oldest', 'changed', 'username']) {
      const first = await get(`?sort=${sort}`);
      const second = await get(`?sort=${sort}&cursor=${first.next}`);
      expect([first.articles.length, second.articles.length, second.next], sort).toEqual([25, 4, null]);
      expect(new Set([...titles(first), ...titles(second)]).size, sort).toBe(29);
    }
  });

  test('works: paginates by name in the collation of the database, for any letters', async () => {
    const editor = await site.as('editor');
    await publishMany(site, 30);
    for (const name of ['İPEK ÖZ', 'Weiß', 'ΣΟΦΟΣ']) {
      await site.db.update(submissions).set({ username: name });
      const first = (await editor.get(list('?sort=username'))).body;
      const rest = (await editor.get(list(`?sort=username&cursor=${first.next}`))).body;
      const ids = [...first.articles, ...rest.articles].map(({ id }: { id: number }) => id);
      expect(ids.slice(0, 25), name).not.toContain(ids[25]);
      expect(new Set(ids).size, name).toBe(ids.length);
      expect(ids.length, name).toBeGreaterThan(25);
    }
  });

  test('refuses everyone except editors', async () => {
    const reader = await site.as('reader');
    const { id } = await submit(reader);
    for (const path of [list(), one(id), one(id, '/text')]) {
      expect((await site.visitor.get(path)).status, path).toBe(401);
      expect((await reader.get(path)).status, path).toBe(403);
    }
    for (const path of [one(id, '/review'), one(id, '/changes'), one(id, '/notes')]) {
      expect((await site.visitor.json('POST', path, {})).status, path).toBe(401);
      expect((await reader.json('POST', path, {})).status, path).toBe(403);
    }
  });

  test('rejects unknown states, types and orders, and invalid cursors', async () => {
    const editor = await site.as('editor');
    for (const query of ['?state=lost', '?type=poem', '?sort=mood', `?search=${'x'.repeat(101)}`])
      expect((await editor.get(list(query))).status, query).toBe(422);
    expect((await editor.get(list('?cursor=nonsense'))).status).toBe(400);
    const cursors = [
      { value: '2026-11-21T00:00:00.000Z', id: 2 ** 31 },
      { value: '2026-11-21T00:00:00.000Z', id: -1 },
      { value: '0000-01-01T00:00:00.000Z', id: 1 },
      { value: 'yesterday', id: 1 },
    ];
    for (const position of cursors) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      expect((await editor.get(list(`?cursor=${cursor}`))).status, JSON.stringify(position)).toBe(400);
    }
  });
});

describe('GET /api/submissions/{id}/text', () => {
  test('works: returns the text of a .docx without scripts, pictures or links', async () => {
    const essay = harmfulDocx();
    // The converter's output contains what has to be removed.
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await essay.arrayBuffer()) });
    for (const harm of ['href="https://a.example/"', 'href="https://elsewhere.example/"', '<img', 'onerror', '<a id='])
      expect(value).toContain(harm);
    const { id } = await submit(await site.as('reader'), { essay_file: essay });
    const { status, body: answer } = await (await site.as('editor')).get(one(id, '/text'));
    expect(status).toBe(200);
    expect(answer.html).toBe(
      '<p>Before &lt;script&gt;alert(1)&lt;/script&gt;</p><h1>Heading</h1><p>A link and another, a place and a picture: </p>',
    );
  });

  test('works: returns the text of an old .doc', async () => {
    const { id } = await submit(await site.as('reader'), { essay_file: docFile('a.doc', { text: 'Lake <frogs>\r' }) });
    const { status, body } = await (await site.as('editor')).get(one(id, '/text'));
    expect({ status, body }).toEqual({ status: 200, body: { html: '<p>Lake &lt;frogs&gt;</p>' } });
  });

  test('rejects a PDF and an unknown submission', async () => {
    const editor = await site.as('editor');
    const { id } = await submit(await site.as('reader'));
    expect((await editor.get(one(id, '/text'))).status).toBe(404);
    expect((await editor.get(one(2_147_483_647, '/text'))).status).toBe(404);
  });
});

describe('POST /api/submissions/{id}/notes', () => {
  test('works: editors can read the note, the author cannot', async () => {
    const author = await site.as('reader');
    const { id } = await submit(author);
    const editor = await site.as('editor');
    const { status, body } = await editor.json('POST', one(id, '/notes'), { text: '  Ask the college. ' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { text: 'Ask the college.', writer: expect.stringContaining('Test editor') },
    });
    expect((await (await site.as('admin')).get(one(id))).body.notes).toMatchObject([{ text: 'Ask the college.' }]);
    for (const path of ['/api/submissions/own', `/api/get-article-by-id?id=${id}`, '/api/user/data'])
      expect(JSON.stringify((await author.get(path)).body)).not.toContain('Ask the college');
  });

  test('rejects empty and overlong notes, and notes on unknown submissions', async () => {
    const editor = await site.as('editor');
    const { id } = await submit(await site.as('reader'));
    expect((await editor.json('POST', one(id, '/notes'), { text: ' ' })).status).toBe(422);
    expect((await editor.json('POST', one(id, '/notes'), { text: 'x'.repeat(2001) })).status).toBe(422);
    expect((await editor.json('POST', one(2_147_483_647, '/notes'), { text: 'x' })).status).toBe(404);
  });
});
