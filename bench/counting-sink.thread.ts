// An SMTP server that takes mails for anybody and counts those to each address. It yields to the readers on its core.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';

/** The mails received so far. */
export interface SinkCounts {
  addresses: number;
  /** Addresses with more than one. */
  twice: number;
  bytes: number;
}

setPriority(19);
const mails = new Map<string, number>();
let bytes = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, answer) => {
    stream.on('data', (chunk) => (bytes += chunk.length));
    stream.on('end', () => {
      for (const { address } of envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1);
      answer();
    });
  },
});
server.on('error', () => undefined); // of connections that the killed site leaves
parentPort?.on('message', () => {
  const twice = [...mails.values()].filter((count) => count > 1).length;
  parentPort?.postMessage({ addresses: mails.size, twice, bytes } satisfies SinkCounts);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.server.address()));
