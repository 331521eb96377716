import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { safeMessage, serializeError } from './log-errors.ts';
import { type LogFields, scopes } from './scope.ts';

/**
 * Logs JSON lines to `destination`, or to standard output, coloured in a terminal. Each line of a request or job has its
 * fields. Redacts tokens and cookies.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: serializeError },
    mixin: (_line, _level, logger) => ({ ...(fieldsOf(logger) ?? scopes.getStore()?.fields) }),
    hooks: {
      // A line without a message would have the error's own, which may quote input.
      logMethod(args, method) {
        const [first, message] = args as [unknown, unknown];
        const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
        if (message === undefined && error instanceof Error) method.call(this, first as object, safeMessage(error));
        else method.apply(this, args);
      },
    },
  };
  if (destination) return pino(options, destination);
  return pino({ ...options, ...(process.stdout.isTTY && { transport: { target: 'pino-pretty' } }) });
}

const ownFields = Symbol('log fields');
type LoggerWithFields = FastifyBaseLogger & { [ownFields]?: LogFields };

/**
 * A logger whose lines have these fields wherever they are logged, also outside of the request's scope. The object may
 * get more fields later.
 */
export function loggerWithFields(log: FastifyBaseLogger, fields: LogFields, options?: object): FastifyBaseLogger {
  const logger: LoggerWithFields = log.child({}, options);
  logger[ownFields] = fields;
  return logger;
}

/** The fields of such a logger, or of one derived from it. */
export const fieldsOf = (logger: object): LogFields | undefined => (logger as LoggerWithFields)[ownFields];
