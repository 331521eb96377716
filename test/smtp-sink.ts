import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Refused = 'sender' | 'relaying' | 'content';

/** An SMTP server that takes mails for anybody. */
export async function openSink() {
  let received: { to: string; from: string; raw: string }[] = [];
  /** Status codes with which the next mails to an address are answered. */
  let refusals = new Map<string, number[]>();
  /** What mails to an address wait for. */
  const holds = new Map<string, Promise<void>>();
  let brokenOff = 0;
  /** How every mail is refused: its sender at once or when its recipient is named, or its content after it was read. */
  let refusal: { of: Refused; code: number } | undefined;
  const refused = (of: Refused) =>
    refusal?.of === of ? Object.assign(new Error('5.7.1 Not from you'), { responseCode: refusal.code }) : undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, answer) => answer(refused('sender')),
    onRcptTo: async ({ address }, _, answer) => {
      await holds.get(address);
      const responseCode = refusals.get(address)?.shift();
      answer(responseCode === undefined ? refused('relaying') : Object.assign(new Error('Not now'), { responseCode }));
    },
    onData: (stream, { envelope }, answer) => {
      const chunks: Buffer[] = [];
      let isWhole = false;
      stream.on('close', () => {
        if (!isWhole) brokenOff += 1;
      });
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        isWhole = true;
        const error = refused('content');
        if (error) return answer(error);
        const raw = Buffer.concat(chunks).toString();
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push(...envelope.rcptTo.map(({ address }) => ({ to: address.toLowerCase(), from, raw })));
        answer();
      });
    },
  });
  server.on('error', () => undefined); // of connections that a client ends
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // listens on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address: string) => received.filter(({ to }) => to === address).map(({ raw }) => raw),
    /** The envelope senders of the mails to an address. */
    sendersTo: (address: string) => received.filter(({ to }) => to === address).map(({ from }) => from),
    refuse: (address: string, ...codes: number[]) => void refusals.set(address, codes),
    /** Refuses every mail with a code. */
    refuseAll: (of: Refused, code: number) => {
      refusal = { of, code };
    },
    /** Lets mails to an address wait; returns the function that ends it. */
    hold: (address: string): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(address, promise);
      return resolve;
    },
    /** How many mails ended before their last line. */
    brokenOff: () => brokenOff,
    reset: () => {
      holds.clear();
      brokenOff = 0;
      refusal = undefined;
      received = [];
      refusals = new Map();
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

export type Sink = Awaited<ReturnType<typeof openSink>>;
