import { serializeXml, type XmlElement } from '#src/platform/text/xml.ts';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { type CitedEssay, essayUrl, pdfUrl } from '#src/submissions/submission/citations.rules.ts';
import { metadataPrefix, type OaiProblem, oaiDate } from '../oai.rules.ts';

/** A record; a deleted one has no work. */
export interface OaiRecord {
  identifier: string;
  /** Seconds since 1970. */
  datestamp: number;
  work: CitedEssay | undefined;
  type: string;
}

const protocol = 'http://www.openarchives.org/OAI/2.0/';
const instance = 'http://www.w3.org/2001/XMLSchema-instance';
const dublinCore = 'http://www.openarchives.org/OAI/2.0/oai_dc/';
const dcSchema = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd';

/** The envelope of every response (3.2): its date, the request, and the content. */
export const oaiAnswer = (now: Date, baseUrl: string, request: Record<string, string>, content: XmlElement): string =>
  serializeXml([
    'OAI-PMH',
    { xmlns: protocol, 'xmlns:xsi': instance, 'xsi:schemaLocation': `${protocol} ${protocol}OAI-PMH.xsd` },
    [['responseDate', {}, oaiDate(Math.floor(now.getTime() / 1000))], ['request', request, baseUrl], content],
  ]);

export const errorElement = ({ error, message }: OaiProblem): XmlElement => ['error', { code: error }, message];

/** Description of the repository (4.2). */
export interface Identity {
  name: string;
  baseUrl: string;
  adminEmail: string;
  earliest: number;
}

export const identifyElement = ({ name, baseUrl, adminEmail, earliest }: Identity): XmlElement => [
  'Identify',
  {},
  [
    ['repositoryName', {}, name],
    ['baseURL', {}, baseUrl],
    ['protocolVersion', {}, '2.0'],
    ['adminEmail', {}, adminEmail],
    ['earliestDatestamp', {}, oaiDate(earliest)],
    ['deletedRecord', {}, 'persistent'],
    ['granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'],
  ],
];

export const formatsElement: XmlElement = [
  'ListMetadataFormats',
  {},
  [
    [
      'metadataFormat',
      {},
      [
        ['metadataPrefix', {}, metadataPrefix],
        ['schema', {}, dcSchema],
        ['metadataNamespace', {}, dublinCore],
      ],
    ],
  ],
];

export const headerElement = ({ identifier, datestamp, work }: OaiRecord): XmlElement => [
  'header',
  work ? {} : { status: 'deleted' },
  [
    ['identifier', {}, identifier],
    ['datestamp', {}, oaiDate(datestamp)],
  ],
];

/** A record (2.5): its header and, unless it is deleted, the essay in unqualified Dublin Core. */
export const recordElement = (record: OaiRecord, siteUrl: string): XmlElement => [
  'record',
  {},
  [headerElement(record), record.work && ['metadata', {}, [dublinCoreOf(record.work, record.type, siteUrl)]]],
];

function dublinCoreOf(work: CitedEssay, type: string, siteUrl: string): XmlElement {
  const element = (name: string, value: string): XmlElement | undefined =>
    value ? [`dc:${name}`, {}, value] : undefined;
  const names = {
    'xmlns:oai_dc': dublinCore,
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xsi:schemaLocation': `${dublinCore} ${dcSchema}`,
  };
  return [
    'oai_dc:dc',
    names,
    [
      element('title', work.title),
      ...work.authors.map((author) => element('creator', author)),
      ...work.keywords.map((keyword) => element('subject', keyword)),
      element('description', work.abstract),
      element('publisher', work.journal),
      element('contributor', work.institution),
      element('date', isoDate(new Date(work.publishedAt))),
      element('type', 'Text'),
      element('type', type),
      element('format', 'application/pdf'),
      element('identifier', essayUrl(siteUrl, work.id)),
      element('identifier', pdfUrl(siteUrl, work)),
    ],
  ];
}

/** Resumption token (3.5); empty in the last part of a list. */
export const tokenElement = (token: string, size: number, cursor: number): XmlElement => [
  'resumptionToken',
  { completeListSize: size, cursor },
  token,
];
