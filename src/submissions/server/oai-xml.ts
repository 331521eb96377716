import { create } from 'xmlbuilder2';
import { type CitedWork, indianDay, pdfAddress, workAddress } from '../citations.rules.ts';
import { metadataPrefix, type OaiProblem, oaiDate } from '../oai.rules.ts';

type Xml = ReturnType<typeof create>;

/** A record as the protocol shows it; a deleted one has no work. */
export interface OaiRecord {
  identifier: string;
  /** Seconds since 1970. */
  datestamp: number;
  work: CitedWork | undefined;
  type: string;
}

const protocol = 'http://www.openarchives.org/OAI/2.0/';
const instance = 'http://www.w3.org/2001/XMLSchema-instance';
const dublinCore = 'http://www.openarchives.org/OAI/2.0/oai_dc/';
const dcSchema = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd';

// Signs that no XML document can hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const clean = (text: string) => text.toWellFormed().replaceAll(forbidden, ' ');

/** The envelope of every answer (3.2): when, to what request, and what `fill` puts into it. */
export function oaiAnswer(
  now: Date,
  baseUrl: string,
  request: Record<string, string>,
  fill: (root: Xml) => void,
): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  const root = document.ele(protocol, 'OAI-PMH');
  root.att(instance, 'xsi:schemaLocation', `${protocol} ${protocol}OAI-PMH.xsd`);
  root.ele('responseDate').txt(oaiDate(Math.floor(now.getTime() / 1000)));
  const asked = root.ele('request');
  for (const [name, value] of Object.entries(request)) asked.att(name, clean(value));
  asked.txt(baseUrl);
  fill(root);
  return document.end({ prettyPrint: true });
}

export const errorElement = (root: Xml, { fault, message }: OaiProblem): void => {
  root.ele('error', { code: fault }).txt(clean(message));
};

/** What the repository is (4.2). */
export interface Identity {
  name: string;
  baseUrl: string;
  adminEmail: string;
  earliest: number;
}

export function identifyElement(root: Xml, { name, baseUrl, adminEmail, earliest }: Identity): void {
  const identify = root.ele('Identify');
  identify.ele('repositoryName').txt(clean(name));
  identify.ele('baseURL').txt(baseUrl);
  identify.ele('protocolVersion').txt('2.0');
  identify.ele('adminEmail').txt(adminEmail);
  identify.ele('earliestDatestamp').txt(oaiDate(earliest));
  identify.ele('deletedRecord').txt('persistent');
  identify.ele('granularity').txt('YYYY-MM-DDThh:mm:ssZ');
}

export function formatsElement(root: Xml): void {
  const format = root.ele('ListMetadataFormats').ele('metadataFormat');
  format.ele('metadataPrefix').txt(metadataPrefix);
  format.ele('schema').txt(dcSchema);
  format.ele('metadataNamespace').txt(dublinCore);
}

export function headerElement(parent: Xml, { identifier, datestamp, work }: OaiRecord): void {
  const header = parent.ele('header', work ? {} : { status: 'deleted' });
  header.ele('identifier').txt(identifier);
  header.ele('datestamp').txt(oaiDate(datestamp));
}

/** A record (2.5): its header and, unless it is deleted, the work in unqualified Dublin Core. */
export function recordElement(parent: Xml, record: OaiRecord, siteUrl: string): void {
  const element = parent.ele('record');
  headerElement(element, record);
  const { work, type } = record;
  if (!work) return;
  const dc = element.ele('metadata').ele(dublinCore, 'oai_dc:dc');
  dc.att('http://www.w3.org/2000/xmlns/', 'xmlns:dc', 'http://purl.org/dc/elements/1.1/');
  dc.att(instance, 'xsi:schemaLocation', `${dublinCore} ${dcSchema}`);
  const add = (name: string, value: string) => {
    if (value) dc.ele('http://purl.org/dc/elements/1.1/', `dc:${name}`).txt(clean(value));
  };
  add('title', work.title);
  for (const author of work.authors) add('creator', author);
  for (const keyword of work.keywords) add('subject', keyword);
  add('description', work.abstract);
  add('publisher', work.journal);
  add('contributor', work.institution);
  add('date', indianDay(work.publishedAt));
  add('type', 'Text');
  add('type', type);
  add('format', 'application/pdf');
  add('identifier', workAddress(siteUrl, work.id));
  add('identifier', pdfAddress(siteUrl, work));
}

/** Where a list goes on (3.5); empty in its last part. */
export function tokenElement(list: Xml, token: string, size: number, cursor: number): void {
  list.ele('resumptionToken', { completeListSize: String(size), cursor: String(cursor) }).txt(token);
}
