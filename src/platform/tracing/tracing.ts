// This file imports no SDK: `otlp.ts` is loaded only if a collector is configured.
import type { Attributes, Span } from '@opentelemetry/api';

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes: Attributes;
  /** A `traceparent` header (W3C Trace Context) of a proxy; otherwise the current scope's span is the parent. */
  traceparent?: string | undefined;
}

/** Records spans and sends them to a collector. */
export interface Tracing {
  startSpan(name: string, options: SpanOptions): Span;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

/** Ends a span. `errorType` is the kind of failure: a status or code, never a message, which may quote input. */
export function endSpan(span: Span, errorType?: string): void {
  if (errorType !== undefined) span.setStatus({ code: 2 }).setAttribute('error.type', errorType); // SpanStatusCode.ERROR
  span.end();
}
