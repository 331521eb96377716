import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Translate } from '#src/messages/catalogue.ts';
import { isTextKey, translator } from '#src/messages/server-catalogue.ts';
import { AppError, type ErrorCode, invalid, statusOf, type Text } from '../errors.ts';
import { languageOf, languageOfPath } from './language.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

// What a schema without a message of its own says; the words come from the catalogue.
z.config({
  customError: (issue) => (issue.input === undefined || issue.input === '' ? 'errors.required' : 'errors.invalidField'),
});

/** Writes the answer to a call that failed: the same shape for every cause, and nothing of an unknown one. */
export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = asAppError(error);
  // A wrong field, such as a password, is a slip of the pen and no attempt at something that is not allowed.
  request.refusal = problem.details.fields ? undefined : problem.code;
  const status = statusOf[problem.code];
  // Whoever has gone away gets no answer, and what he broke off is no fault of ours.
  if (status >= 500) request.log[request.raw.destroyed ? 'debug' : 'error']({ err: error }, 'request failed');
  reply.code(status).headers({ 'cache-control': 'no-store', ...problem.details.headers });
  if (request.routeOptions.config.isPage) {
    const page = plainPage(status, languageOfPath(request.url), request.url);
    return reply.type('text/html; charset=utf-8').header('content-security-policy', plainPolicy).send(page);
  }
  return reply.send(problemBody(problem, translator(languageOf(request))));
}

export function problemBody({ code, text, details }: AppError, translate: Translate) {
  const say = ({ key, params }: Text) => translate(key, params);
  const { fields, extra } = details;
  return {
    error: say(text),
    message: say(text),
    code,
    ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(([name, why]) => [name, say(why)])) }),
    ...extra,
  };
}

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An address with a malformed part names nothing.
    if (error.validationContext === 'params') return new AppError('not_found', 'errors.notFound');
    const fields: Record<string, Text> = {};
    for (const { instancePath, message, params } of error.validation) {
      const name = instancePath.slice(1).replaceAll('/', '.') || 'body';
      const key = isTextKey(message ?? '') ? (message as Text['key']) : 'errors.invalidField'; // checked just before
      fields[name] ??= { key, ...(typeof params?.maximum === 'number' && { params: { max: params.maximum } }) };
    }
    return invalid(fields);
  }
  if (hasImpossibleText(error)) return new AppError('bad_request', 'errors.badRequest', { cause: error });
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 500) return new AppError('internal', 'errors.internal', { cause: error });
  return new AppError(codeOf(status), textFor[status] ?? 'errors.badRequest', { cause: error });
}

// Texts with the sign U+0000, which PostgreSQL cannot keep: nobody types it. Its codes for them, in text and in JSON.
function hasImpossibleText(error: unknown): boolean {
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
