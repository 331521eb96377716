import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Responses of clamd 1.4.3 (Debian), recorded with our own code. */
export const clamdReplies = {
  clean: 'stream: OK\0',
  found: 'stream: Eicar-Test-Signature.UNOFFICIAL FOUND\0',
  tooLong: 'INSTREAM size limit exceeded. ERROR\0',
  alive: 'PONG\0',
};

/** A server with the clamd protocol; `reply` gets the bytes of the file received so far, and may close the connection. */
export async function openClamd(reply: (socket: Socket, bytes: Buffer, whole: boolean) => void) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined); // the client may have disconnected
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (received.toString() === 'zPING\0') return socket.end(clamdReplies.alive);
      const { bytes, whole } = fileIn(received);
      reply(socket, bytes, whole);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on TCP
  return { url: `tcp://127.0.0.1:${port}`, close: () => server.close() };
}

// The data between the command and the empty chunk, without the chunk lengths.
function fileIn(received: Buffer) {
  const command = 'zINSTREAM\0';
  if (!received.subarray(0, command.length).equals(Buffer.from(command).subarray(0, received.length)))
    throw new Error('clamd received no INSTREAM');
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(chunks), whole: true };
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(chunks), whole: false };
}
