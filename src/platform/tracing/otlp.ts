// The SDK of OpenTelemetry. Loaded only if a collector is configured.
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { scopes } from '../log/scope.ts';
import type { Tracing } from './tracing.ts';

export interface OtlpOptions {
  /** The collector's address, without the path of the signal. */
  endpoint: string;
  /** Share of the traces that are recorded, from 0 to 1. */
  ratio: number;
  /** Time between two batches. */
  delayMs: number;
  /** Called with failures to send. */
  onError(error: Error): void;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Sends spans to a collector in batches. */
export function openOtlpTracing({ endpoint, ratio, delayMs, onError }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  setGlobalErrorHandler((error) =>
    onError(error instanceof Error ? error : new Error(typeof error === 'string' ? error : error.message)),
  );
  const provider = new TracerProvider({
    // The last ones win: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'news-wing' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
  });
  const tracer = provider.getTracer('news-wing');
  const parentOf = (traceparent: string | undefined) => {
    const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
    if (remote) return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
    const parent = scopes.getStore()?.span;
    return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  };
  return {
    startSpan: (name, { kind, attributes, traceparent }) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(traceparent)),
    close: () => provider.shutdown(),
  };
}
