import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Translate } from '#src/messages/catalogue.ts';
import { isTextKey, translator } from '#src/messages/server-catalogue.ts';
import { databaseAway } from '../database/database-away.ts';
import { AppError, type ErrorCode, invalid, statusOf, type Text } from '../errors.ts';
import { diskFull } from '../files/disk-full.ts';
import { languageOf, languageOfPath } from './language.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

// Default message keys for schemas without a message; the texts are in the catalogue.
z.config({
  customError: (issue) => (issue.input === undefined || issue.input === '' ? 'errors.required' : 'errors.invalidField'),
});

/** Sends the error answer, in the same shape for every error, and without details of unexpected ones. */
export function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = asAppError(error);
  request.problem = problem;
  const status = statusOf[problem.code];
  // If the client has disconnected, the error is probably a consequence and not ours.
  if (status >= 500) request.log[request.socket.destroyed ? 'debug' : 'error']({ err: error }, 'request failed');
  reply.code(status).headers({ 'cache-control': 'no-store', ...problem.details.headers });
  if (request.routeOptions.config.isPage) {
    const page = plainPage(status, languageOfPath(request.url), request.url, request.id);
    return reply.type('text/html; charset=utf-8').header('content-security-policy', plainPolicy).send(page);
  }
  return reply.send(problemBody(problem, translator(languageOf(request))));
}

export function problemBody({ code, text, details }: AppError, translate: Translate) {
  const translated = ({ key, params }: Text) => translate(key, params);
  const { fields, extra } = details;
  return {
    error: translated(text),
    message: translated(text),
    code,
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, reason]) => [name, translated(reason)])),
    }),
    ...extra,
  };
}

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed path parameter means that the resource does not exist.
    if (error.validationContext === 'params') return new AppError('not_found', 'errors.notFound');
    const fields: Record<string, Text> = {};
    for (const { instancePath, message, params } of error.validation) {
      const name = instancePath.slice(1).replaceAll('/', '.') || 'body';
      const key = isTextKey(message ?? '') ? (message as Text['key']) : 'errors.invalidField'; // checked just before
      fields[name] ??= { key, ...(typeof params?.maximum === 'number' && { params: { max: params.maximum } }) };
    }
    return invalid(fields);
  }
  const known = databaseAway(error) ?? diskFull(error);
  if (known) return known;
  if (isNullCharacterError(error)) return new AppError('bad_request', 'errors.badRequest', { cause: error });
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 500) return new AppError('internal', 'errors.internal', { cause: error });
  return new AppError(codeOf(status), textFor[status] ?? 'errors.badRequest', { cause: error });
}

// PostgreSQL's error codes, in text and in JSON, for the character U+0000, which it cannot store and nobody types.
function isNullCharacterError(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('code' in e && (e.code === '22021' || e.code === '22P05')) return true;
  return false;
}

const textFor: Record<number, Text['key']> = {
  404: 'errors.notFound',
  413: 'errors.formTooLarge',
  415: 'errors.contentType',
  429: 'errors.tooMany',
};

const codeOf = (status: number) =>
  (Object.keys(statusOf) as ErrorCode[]).find((code) => statusOf[code] === status) ?? 'bad_request'; // keys of statusOf
