// How long the composer's preview takes after a change, on the stories of the week that holds a day.
//   npm start        (in another shell, with ADMIN_EMAIL and ADMIN_PASSWORD set)
//   node bench/preview.ts http://localhost:3000
// with the same ADMIN_EMAIL and ADMIN_PASSWORD. It leaves nothing behind.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../test/client.ts';
import { proposedOrder } from '../test/factories/newspapers.ts';

const [address = 'http://localhost:3000'] = process.argv.slice(2);
const { ADMIN_EMAIL = '', ADMIN_PASSWORD = '' } = process.env;
const out = (text: string) => process.stdout.write(`${text}\n`);
const admin = await new Client(address).login('/api/admin_login', ADMIN_EMAIL, ADMIN_PASSWORD);
const order = await proposedOrder(admin);
for (const page of [1, 2, 4]) {
  const times: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const stories = [...order.stories.slice(turn), ...order.stories.slice(0, turn)]; // as if they had been moved
    const start = performance.now();
    const { status, body } = await admin.json('POST', '/api/compose/preview', { ...order, stories, page });
    if (status !== 200) throw new Error(body.error);
    times.push(performance.now() - start);
    await sleep(200);
  }
  const [first = 0, ...rest] = times;
  rest.sort((a, b) => a - b);
  out(
    `page ${page} of ${order.stories.length} stories: first ${Math.round(first)} ms, then median ${Math.round(rest[2] ?? 0)} ms, slowest ${Math.round(rest.at(-1) ?? 0)} ms`,
  );
}
