import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends raw bytes to a site and returns everything received until the site closes the connection or is idle for a
 * second. One character is one byte.
 */
export async function talk(site: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname).setEncoding('latin1').setTimeout(1000);
  let answer = '';
  socket
    .on('data', (text) => (answer += text))
    .on('error', () => {}) // a reset connection has no response
    .on('timeout', () => socket.destroy());
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return answer;
}

/** The statuses of all responses in the received text. */
export const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** The value of a header of the first response. */
export const headerIn = (answer: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(answer.split('\r\n\r\n')[0] ?? '')?.[1];
