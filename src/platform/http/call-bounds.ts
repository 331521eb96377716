import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Bounds, boundsOf, jsonBytes, overlong } from '#src/calls/bounds.ts';
import type { Call, UploadLimit } from '#src/calls/call.ts';
import { isTextKey } from '#src/messages/server-catalogue.ts';
import { invalid, type Text } from '../errors.ts';
import type { FormFiles, FormParts } from './forms.ts';

/** What a call's contract allows in length, worked out once. */
export interface CallBounds {
  query: Bounds | undefined;
  body: Bounds | undefined;
  /** Of a body of JSON, in bytes. */
  jsonBytes: number;
}

// Calls without a body get "{}" from some programs.
const leastJsonBytes = 1024;

/** Throws an Error when a member of the contract has no bound: such a call cannot be put on the server. */
export function boundsOfCall({ method, path, params, query, body, form }: Call): CallBounds {
  const bounds = (schema: z.ZodType | undefined, part: string) =>
    schema && boundsOf(schema, `${method} ${path}: ${part}`);
  bounds(params, 'params'); // the router has a bound for each (maxParamLength)
  const content = bounds(form ?? body, 'body');
  return {
    query: bounds(query, 'query'),
    body: content,
    jsonBytes: leastJsonBytes + (content ? jsonBytes(content) : 0),
  };
}

/** Throws `invalid`, by field, when a parameter or member of the body is longer than its contract allows. */
export function refuseOverlong({ query, body }: FastifyRequest, bounds: CallBounds): void {
  const found = [
    ...(bounds.query ? overlong(bounds.query, query) : []),
    ...(bounds.body ? overlong(bounds.body, body) : []),
  ];
  if (found.length === 0) return;
  const text = (message: string | undefined, max: number): Text => ({
    key: message !== undefined && isTextKey(message) ? message : 'errors.tooLong',
    params: { max },
  });
  throw invalid(Object.fromEntries(found.map(({ field, max, message }) => [field || 'body', text(message, max)])));
}

/** The files of a call's form, read off its schema. */
export function formFiles(form: z.ZodObject): FormFiles {
  const files: FormFiles = {};
  for (const [name, field] of Object.entries(form.shape)) {
    const limit = limitOf(field);
    if (limit) files[name] = limit;
  }
  return files;
}

function limitOf(field: z.core.$ZodType): UploadLimit | undefined {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return z.globalRegistry.get(inner)?.limit as UploadLimit | undefined; // set by upload() and nothing else
}

/** The parts of a form as they may arrive; a text is at least as long as a number. */
export function formParts(
  bounds: Bounds | undefined,
  files: FormFiles,
  limitBytes: (limit: UploadLimit) => number,
): FormParts {
  const fields = bounds?.kind === 'fields' ? Object.entries(bounds.fields) : [];
  return {
    texts: Object.fromEntries(
      fields.filter(([, field]) => field.kind !== 'file').map(([name, field]) => [name, longestText(field)]),
    ),
    files: Object.fromEntries(Object.entries(files).map(([name, limit]) => [name, limitBytes(limit)])),
  };
}

function longestText(bounds: Bounds): number {
  if (bounds.kind === 'text') return bounds.max;
  if (bounds.kind === 'any') return Math.max(...bounds.of.map(longestText));
  return jsonBytes(bounds);
}
