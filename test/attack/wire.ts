import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes to a site as they are, and returns everything that comes back until the site ends the connection or says
 * nothing for a second. One character is one byte.
 */
export async function talk(site: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname).setEncoding('latin1').setTimeout(1000);
  let answer = '';
  socket
    .on('data', (text) => (answer += text))
    .on('error', () => {}) // a connection that is reset has no answer
    .on('timeout', () => socket.destroy());
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return answer;
}

/** The statuses of all answers in what came back. */
export const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** The value of a header of the first answer. */
export const headerIn = (answer: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(answer.split('\r\n\r\n')[0] ?? '')?.[1];
