import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What clamd 1.4.3 of Debian answered to our own code. */
export const clamdReplies = {
  clean: 'stream: OK\0',
  found: 'stream: Eicar-Test-Signature.UNOFFICIAL FOUND\0',
  tooLong: 'INSTREAM size limit exceeded. ERROR\0',
};

/** A server that speaks as clamd does; `reply` sees the bytes of the file, or what of them has come so far. */
export async function openClamd(reply: (socket: Socket, bytes: Buffer, whole: boolean) => void) {
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    socket.on('error', () => undefined); // the client may be gone
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part]);
      const { bytes, whole } = fileIn(heard);
      reply(socket, bytes, whole);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server
  return { url: `tcp://127.0.0.1:${port}`, close: () => server.close() };
}

// What stands between the command and the empty chunk, without the lengths.
function fileIn(heard: Buffer) {
  const command = 'zINSTREAM\0';
  if (!heard.subarray(0, command.length).equals(Buffer.from(command).subarray(0, heard.length)))
    throw new Error('clamd heard no INSTREAM');
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= heard.length; ) {
    const length = heard.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(chunks), whole: true };
    chunks.push(heard.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(chunks), whole: false };
}
