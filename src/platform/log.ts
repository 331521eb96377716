import pino, { type DestinationStream, type Logger } from 'pino';

/** Logs JSON lines to `destination`, or to standard output, coloured in a terminal. Redacts tokens and cookies. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: serializeError },
  };
  if (destination) return pino(options, destination);
  return pino({ ...options, ...(process.stdout.isTTY && { transport: { target: 'pino-pretty' } }) });
}

/** Serializes an error for the log, with selected properties only: database errors carry the whole connection. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack = '', cause } = error;
  // Drizzle's message ends with the parameters: "Failed query: insert …\nparams: asha@example.org,…".
  const safeMessage = 'query' in error ? `Failed query: ${error.query}` : message;
  return {
    type: name,
    message: safeMessage,
    stack: stack.replace(message, () => safeMessage),
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}
