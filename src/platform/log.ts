import pino, { type Logger } from 'pino';

/** Lines of JSON, or coloured text at a terminal. Tokens and cookies never enter it. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: plainError },
    ...(process.stdout.isTTY && { transport: { target: 'pino-pretty' } }),
  });

/** An error for the log. Only what helps: errors of the database driver carry their whole connection with them. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack = '', cause } = error;
  // Drizzle's message ends with what was to be written: "Failed query: insert …\nparams: asha@example.org,…".
  const said = 'query' in error ? `Failed query: ${error.query}` : message;
  return {
    type: name,
    message: said,
    stack: stack.replace(message, () => said),
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && { cause: plainError(cause) }),
  };
}
