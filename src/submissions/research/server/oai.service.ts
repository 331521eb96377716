import type { Context } from '#src/platform/context.ts';
import type { XmlElement } from '#src/platform/text/xml.ts';
import type { Submission } from '#src/submissions/submission/server/submissions.queries.ts';
import { deskEmail, journalTitle } from '#src/submissions/submission/submissions.settings.ts';
import {
  idOfOai,
  type ListBounds,
  type ListPosition,
  type OaiProblem,
  type OaiRequest,
  oaiIdentifier,
  readRequest,
  writeToken,
} from '../oai.rules.ts';
import {
  errorElement,
  formatsElement,
  headerElement,
  identifyElement,
  type OaiRecord,
  oaiAnswer,
  recordElement,
  tokenElement,
} from './oai.template.ts';
import { countHarvestable, findEarliestDatestamp, findPublished, listHarvestable } from './research.queries.ts';
import { citedWork } from './research.service.ts';

const recordsPerAnswer = 100;

/** Answers an OAI-PMH request. Errors are part of the XML document. */
export async function answerHarvester(ctx: Context, given: [string, string][]): Promise<string> {
  const request = readRequest(given);
  const result = 'error' in request ? request : await answer(ctx, request);
  const baseUrl = `${ctx.config.siteUrl}/oai`;
  if (!('error' in result)) return oaiAnswer(ctx.now(), baseUrl, Object.fromEntries(given), result);
  // The response does not repeat the arguments of an invalid request (3.2).
  const unclear = result.error === 'badVerb' || result.error === 'badArgument';
  return oaiAnswer(ctx.now(), baseUrl, unclear ? {} : Object.fromEntries(given), errorElement(result));
}

function answer(ctx: Context, request: OaiRequest): Promise<XmlElement | OaiProblem> | OaiProblem {
  switch (request.verb) {
    case 'Identify':
      return identify(ctx);
    case 'ListSets':
      return { error: 'noSetHierarchy', message: 'This repository has no sets.' };
    case 'ListMetadataFormats':
      return listFormats(ctx, request.identifier);
    case 'GetRecord':
      return getRecord(ctx, request.identifier);
    default:
      return list(ctx, request);
  }
}

async function identify(ctx: Context): Promise<XmlElement> {
  const first = (await findEarliestDatestamp(ctx.db)) ?? ctx.now();
  return identifyElement({
    name: ctx.settings.get(journalTitle),
    baseUrl: `${ctx.config.siteUrl}/oai`,
    adminEmail: ctx.settings.get(deskEmail),
    earliest: Math.floor(first.getTime() / 1000),
  });
}

const hostname = ({ config }: Context) => new URL(config.siteUrl).hostname;

async function findRecord(ctx: Context, identifier: string): Promise<OaiRecord | OaiProblem> {
  const id = idOfOai(hostname(ctx), identifier);
  const submission = id === undefined ? undefined : await findPublished(ctx.db, id);
  return submission
    ? recordOf(ctx, submission)
    : { error: 'idDoesNotExist', message: 'There is no record of this identifier.' };
}

async function listFormats(ctx: Context, identifier: string | undefined): Promise<XmlElement | OaiProblem> {
  const record = identifier === undefined ? undefined : await findRecord(ctx, identifier);
  if (record && 'error' in record) return record;
  if (record && !record.work) return { error: 'noMetadataFormats', message: 'The record is deleted.' };
  return formatsElement;
}

async function getRecord(ctx: Context, identifier: string): Promise<XmlElement | OaiProblem> {
  const record = await findRecord(ctx, identifier);
  if ('error' in record) return record;
  return ['GetRecord', {}, [recordElement(record, ctx.config.siteUrl)]];
}

const recordOf = (ctx: Context, submission: Submission): OaiRecord => ({
  identifier: oaiIdentifier(hostname(ctx), submission.id),
  datestamp: Math.floor((submission.exposedAt as Date).getTime() / 1000), // set for everything that was ever published
  work: submission.onResearch ? citedWork(ctx, submission) : undefined,
  type: submission.articleType,
});

type ListRequest = Extract<OaiRequest, { verb: 'ListIdentifiers' | 'ListRecords' }>;

async function list(ctx: Context, request: ListRequest): Promise<XmlElement | OaiProblem> {
  const position = 'position' in request ? request.position : undefined;
  const bounds: ListBounds = 'position' in request ? request.position : request.bounds;
  const span = { from: bounds.from, until: bounds.until };
  const size = position?.size ?? (await countHarvestable(ctx.db, span));
  const after = position && { seconds: position.afterSeconds, id: position.afterId };
  const rows = await listHarvestable(ctx.db, span, recordsPerAnswer + 1, after);
  if (rows.length === 0) {
    const error = position ? 'badResumptionToken' : 'noRecordsMatch';
    return { error, message: 'No records match the request.' };
  }
  const shown = rows.slice(0, recordsPerAnswer);
  const records = shown.map((row) => recordOf(ctx, row));
  const cursor = position?.cursor ?? 0;
  const last = rows.length > recordsPerAnswer ? { row: shown.at(-1), record: records.at(-1) } : undefined;
  const next: ListPosition | undefined = last?.row &&
    last.record && {
      ...span,
      afterSeconds: last.record.datestamp,
      afterId: last.row.id,
      cursor: cursor + shown.length,
      size,
    };
  const element = (record: OaiRecord) =>
    request.verb === 'ListRecords' ? recordElement(record, ctx.config.siteUrl) : headerElement(record);
  const token = next || position ? tokenElement(next ? writeToken(next) : '', size, cursor) : undefined;
  return [request.verb, {}, [...records.map(element), token]];
}
