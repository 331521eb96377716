import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { decide, publish, publishMany } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { writeToken } from '../oai.rules.ts';

const site = siteForFile();
const lists = new Set(['record', 'header', 'dc:creator', 'dc:identifier', 'dc:type', 'dc:subject', 'error']);
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => lists.has(name),
});

const answerTo = (status: number, headers: Headers, body: Uint8Array) => {
  const text = Buffer.from(body).toString();
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/xml; charset=utf-8' });
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the response
  return { text, root: parser.parse(text)['OAI-PMH'] as any };
};

const ask = async (query: string) => {
  const { status, headers, body } = await site.visitor.get(`/oai?${query}`);
  return answerTo(status, headers, body);
};
const errorOf = async (query: string) =>
  (await ask(query)).root.error?.map((error: Record<string, string>) => error['@_code']);
const { siteUrl } = { siteUrl: () => site.services.config.siteUrl };
const identifierOf = (id: number) => `oai:${new URL(siteUrl()).hostname}:research/${id}`;
const token = (changes: object) => writeToken({ afterSeconds: 0, afterId: 1, cursor: 100, size: 250, ...changes });
const dc = 'metadataPrefix=oai_dc';

describe('the OAI-PMH endpoint', () => {
  test('an empty repository returns noRecordsMatch', async () => {
    expect(await errorOf(`verb=ListRecords&${dc}`)).toEqual(['noRecordsMatch']);
  });

  test('every response contains its namespace, its date and the request', async () => {
    const { text, root } = await ask(`verb=ListIdentifiers&${dc}&from=2001-01-01`);
    expect(text).toContain('xmlns="http://www.openarchives.org/OAI/2.0/"');
    expect(text).toContain(
      'xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd"',
    );
    expect(root.responseDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(root.request).toEqual({
      '#text': `${siteUrl()}/oai`,
      '@_verb': 'ListIdentifiers',
      '@_metadataPrefix': 'oai_dc',
      '@_from': '2001-01-01',
    });
  });

  test('Identify describes the repository', async () => {
    const { root } = await ask('verb=Identify');
    expect(root.Identify).toMatchObject({
      repositoryName: 'News Wing',
      baseURL: `${siteUrl()}/oai`,
      protocolVersion: '2.0',
      adminEmail: 'desk@newswing.example',
      deletedRecord: 'persistent',
      granularity: 'YYYY-MM-DDThh:mm:ssZ',
      earliestDatestamp: expect.stringMatching(/Z$/),
    });
  });

  test('POST requests work like GET requests', async () => {
    const { status, headers, body } = await site.visitor.send('POST', '/oai', {
      body: 'verb=Identify',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answerTo(status, headers, body).root.Identify.protocolVersion).toBe('2.0');
  });

  test('a published essay is an escaped Dublin Core record, marked as deleted if approval is revoked', async () => {
    const work = await publish(site, {
      title: 'Salt & <pepper> "pans"',
      co_authors: 'Dev Iyer',
      institution: 'River College',
      keywords: 'salt, pans',
      abstract: 'Counted twice.',
    });
    const identifier = identifierOf(work.id);
    const get = () => ask(`verb=GetRecord&${dc}&identifier=${identifier}`);
    const [record] = (await get()).root.GetRecord.record;
    expect(record.header).toEqual([{ identifier, datestamp: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect(record.metadata['oai_dc:dc']).toMatchObject({
      '@_xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      '@_xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'dc:title': 'Salt &amp; &lt;pepper&gt; "pans"'
        .replaceAll('&amp;', '&')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
      'dc:creator': [work.username, 'Dev Iyer'],
      'dc:subject': ['salt', 'pans'],
      'dc:description': 'Counted twice.',
      'dc:contributor': 'River College',
      'dc:type': ['Text', 'essay'],
      'dc:format': 'application/pdf',
      'dc:identifier': [`${siteUrl()}/research/${work.id}/`, `${siteUrl()}/research/${work.id}/salt-pepper-pans.pdf`],
    });
    site.advance(2000);
    await decide(await site.as('editor'), work.id, 'rejected');
    const gone = (await get()).root.GetRecord.record[0];
    expect(gone.header[0]).toMatchObject({ '@_status': 'deleted', identifier });
    expect(gone.metadata).toBeUndefined();
    expect(Date.parse(gone.header[0].datestamp)).toBeGreaterThan(Date.parse(record.header[0].datestamp));
    expect(await errorOf(`verb=ListMetadataFormats&identifier=${identifier}`)).toEqual(['noMetadataFormats']);
    const listed = (await ask(`verb=ListIdentifiers&${dc}&from=${gone.header[0].datestamp}`)).root.ListIdentifiers;
    expect(listed.header).toContainEqual(expect.objectContaining({ '@_status': 'deleted', identifier }));
  });

  test('ListMetadataFormats lists Dublin Core', async () => {
    expect((await ask('verb=ListMetadataFormats')).root.ListMetadataFormats.metadataFormat).toEqual({
      metadataPrefix: 'oai_dc',
      schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
      metadataNamespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    });
  });

  test.each([
    ['', ['badVerb']],
    ['verb=Nothing', ['badVerb']],
    ['verb=Identify&x=1', ['badArgument']],
    ['verb=ListRecords', ['badArgument']],
    ['verb=ListRecords&metadataPrefix=marc21', ['cannotDisseminateFormat']],
    ['verb=ListRecords&resumptionToken=nonsense', ['badResumptionToken']],
    [`verb=ListRecords&${dc}&set=theses`, ['noSetHierarchy']],
    ['verb=ListSets', ['noSetHierarchy']],
    [`verb=GetRecord&${dc}&identifier=oai:other.example:research/1`, ['idDoesNotExist']],
    ['verb=ListMetadataFormats&identifier=nothing', ['idDoesNotExist']],
    [`verb=ListRecords&${dc}&until=1999-12-31`, ['noRecordsMatch']],
    [`verb=ListRecords&${dc}&from=0000-01-01`, ['badArgument']],
    [`verb=ListRecords&${dc}&until=0000-01-01T00:00:00Z`, ['badArgument']],
    [`verb=ListRecords&${dc}&until=0001-01-01`, ['noRecordsMatch']],
    [`verb=ListRecords&${dc}&from=9999-12-31T23:59:59Z`, ['noRecordsMatch']],
    [`verb=ListRecords&resumptionToken=${token({ from: 9e15 })}`, ['badResumptionToken']],
    [`verb=ListRecords&resumptionToken=${token({ afterId: 2 ** 31 })}`, ['badResumptionToken']],
    [
      `verb=ListRecords&resumptionToken=${token({ afterSeconds: 253_402_300_799, until: 253_402_300_799 })}`,
      ['badResumptionToken'],
    ],
  ])('%s returns its error', async (query, errors) => {
    expect(await errorOf(query)).toEqual(errors);
  });

  test('a resumption token of any length is parsed or rejected', async () => {
    const ask = (length: number) =>
      site.visitor.send('POST', '/oai', {
        body: `verb=ListRecords&resumptionToken=${'x'.repeat(length)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const { status, headers, body } = await ask(3000);
    expect(answerTo(status, headers, body).root.error[0]['@_code']).toBe('badResumptionToken');
    expect((await ask(900_000)).status).toBe(413);
  });

  test('a bad verb or argument is not repeated in the response', async () => {
    expect((await ask('verb=Nothing&x=%22%3E')).root.request).toBe(`${siteUrl()}/oai`);
  });

  test('a long list is paginated, complete and without duplicates, also with date bounds', async () => {
    await publishMany(site, 230);
    for (const verb of ['ListIdentifiers', 'ListRecords']) {
      const seen: string[] = [];
      let query = `verb=${verb}&${dc}&from=2020-01-01`;
      for (const cursor of ['0', '100', '200']) {
        const list = (await ask(query)).root[verb];
        const headers =
          verb === 'ListRecords' ? list.record.flatMap((r: { header: unknown[] }) => r.header) : list.header;
        seen.push(...headers.map((header: { identifier: string }) => header.identifier));
        expect(list.resumptionToken).toMatchObject({ '@_cursor': cursor, '@_completeListSize': expect.any(String) });
        query = `verb=${verb}&resumptionToken=${list.resumptionToken['#text'] ?? ''}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(230);
      expect(seen.length).toBeLessThan(300);
      // The last page has an empty token.
      expect(query).toBe(`verb=${verb}&resumptionToken=`);
    }
  });
});
