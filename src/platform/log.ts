import pino, { type Logger } from 'pino';

/** Lines of JSON, or coloured text at a terminal. Tokens and cookies never enter it. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: plainError },
    ...(process.stdout.isTTY && { transport: { target: 'pino-pretty' } }),
  });

// Only what helps: errors of the database driver carry their whole connection with them.
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && { cause: plainError(cause) }),
  };
}
