import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that accepts one user. `received` has the mails as they came, with their recipients. */
export async function openSmtpServer(user: string, pass: string) {
  const received: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    // Some servers repeat what they got.
    onAuth: ({ username, password }, _, answer) =>
      username === user && password === pass
        ? answer(null, { user })
        : answer(new Error(`${username} with ${password} is unknown here`)),
    onData: (stream, { envelope }, answer) => {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text });
        answer();
      });
    },
  });
  server.on('error', () => {}); // of connections that a client ends
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // listens on TCP
  return {
    host: `127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
