import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call, UploadLimit } from '#src/calls/call.ts';
import { findOverlong, jsonBytes, type LengthLimits, lengthLimitsOf } from '#src/calls/length-limits.ts';
import { isTextKey } from '#src/messages/server-catalogue.ts';
import { invalid, type Text } from '../errors.ts';
import type { FormFiles, FormParts } from './forms.ts';

/** The length limits of a call's contract, computed once. */
export interface RequestLimits {
  query: LengthLimits | undefined;
  body: LengthLimits | undefined;
  /** Maximum size of a JSON body, in bytes. */
  jsonBytes: number;
}

// Some clients send "{}" to calls without a body.
const minJsonBytes = 1024;

/** Throws an Error when a member of the contract has no maximum length, so that the call cannot be registered. */
export function requestLimitsOf({ method, path, params, query, body, form }: Call): RequestLimits {
  const bounds = (schema: z.ZodType | undefined, part: string) =>
    schema && lengthLimitsOf(schema, `${method} ${path}: ${part}`);
  bounds(params, 'params'); // only checked: the router limits each parameter (maxParamLength)
  const content = bounds(form ?? body, 'body');
  return {
    query: bounds(query, 'query'),
    body: content,
    jsonBytes: minJsonBytes + (content ? jsonBytes(content) : 0),
  };
}

/** Throws `invalid`, by field, when a query parameter or member of the body is longer than its contract allows. */
export function checkLengths({ query, body }: FastifyRequest, bounds: RequestLimits): void {
  const found = [
    ...(bounds.query ? findOverlong(bounds.query, query) : []),
    ...(bounds.body ? findOverlong(bounds.body, body) : []),
  ];
  if (found.length === 0) return;
  const text = (message: string | undefined, max: number): Text => ({
    key: message !== undefined && isTextKey(message) ? message : 'errors.tooLong',
    params: { max },
  });
  throw invalid(Object.fromEntries(found.map(({ field, max, message }) => [field || 'body', text(message, max)])));
}

/** The files of a call's form, from its schema. */
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

/** The limits of a form's parts. Fields other than text and files are limited by the size of their JSON. */
export function formParts(
  bounds: LengthLimits | undefined,
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

function longestText(bounds: LengthLimits): number {
  if (bounds.kind === 'text') return bounds.max;
  if (bounds.kind === 'any') return Math.max(...bounds.of.map(longestText));
  return jsonBytes(bounds);
}
