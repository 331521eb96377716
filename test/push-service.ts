// A push service as browsers have one (RFC 8030): takes messages, checks the token of the sender (RFC 8292) and decrypts them as
// the browser would (RFC 8291).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

/** A browser's subscription, with what only the browser has. */
export interface TestSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  privateKey: string;
}

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the test states the shape it expects
  message: any;
}

export type PushService = Awaited<ReturnType<typeof openPushService>>;

/** Opens one on a free port. `answer` may answer in its own way; else a message is taken. */
export async function openPushService() {
  const received: Received[] = [];
  const subscriptions = new Map<string, TestSubscription>();
  const state = { answer: undefined as ((path: string, response: ServerResponse) => void) | undefined };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = request.url ?? '';
    const subscription = subscriptions.get(path);
    if (!subscription) return void response.writeHead(404).end();
    await verifySender(request.headers.authorization ?? '', origin());
    received.push({ path, headers: request.headers, message: JSON.parse(decrypt(Buffer.concat(parts), subscription)) });
    if (state.answer) state.answer(path, response);
    else response.writeHead(201).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = () => `http://${host()}`;
  return {
    host: host(),
    received,
    state,
    /** What was sent to a subscription. */
    sentTo: ({ endpoint }: TestSubscription) => received.filter(({ path }) => endpoint.endsWith(path)),
    subscribe(): TestSubscription {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const path = `/push/${randomBytes(16).toString('hex')}`;
      const subscription = {
        endpoint: origin() + path,
        p256dh,
        auth: randomBytes(16).toString('base64url'),
        privateKey: pair.getPrivateKey('base64url'),
      };
      subscriptions.set(path, subscription);
      return subscription;
    },
    reset() {
      received.length = 0;
      state.answer = undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Throws unless the header has a token that the key in it has signed for this service, and that expires within a day. */
async function verifySender(header: string, audience: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(point, 1), y: coordinate(point, 33) };
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), { audience });
  if (!/^(?:mailto:|https:)/.test(payload.sub ?? '')) throw new Error(`Sender is ${payload.sub}`);
  if ((payload.exp ?? Number.POSITIVE_INFINITY) > Date.now() / 1000 + 86_400)
    throw new Error('The token lasts too long');
}

const coordinate = (point: Buffer, from: number) => point.subarray(from, from + 32).toString('base64url');

/** RFC 8291, section 3.4, for a message of one record. */
function decrypt(body: Buffer, { p256dh, auth, privateKey }: TestSubscription): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const ciphertext = body.subarray(21 + keyLength);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  const shared = pair.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), serverKey]);
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(ciphertext.subarray(-16));
  const plain = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString(); // 2 ends the last record, padding follows
}
