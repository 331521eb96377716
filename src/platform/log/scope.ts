import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** Fields that every log line of a request or a job has. */
export interface LogFields {
  request_id?: string;
  trace_id?: string;
}

/** The request or job that the running code belongs to. */
export interface Scope {
  fields: LogFields;
  /** The parent of spans that begin in this scope; undefined when nothing is traced. */
  span: Span | undefined;
}

/** Queries, log lines and spans find the request or job that they belong to in this storage. */
export const scopes = new AsyncLocalStorage<Scope>();
