/** A timed operation of a trace, as OpenTelemetry defines it. */
export interface TraceSpan {
  traceId: string;
  setName(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Ends the span. `errorType` is the kind of failure: a status or code, never a message, which may quote input. */
  end(errorType?: string): void;
}

export type SpanAttributes = Record<string, string | number>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes: SpanAttributes;
  /** A `traceparent` header (W3C Trace Context) of a proxy; otherwise the current scope's span is the parent. */
  traceparent?: string | undefined;
}

/** Records spans and sends them to a collector. This file imports no SDK: `otlp.ts` is loaded only if one is configured. */
export interface Tracing {
  startSpan(name: string, options: SpanOptions): TraceSpan;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}
