// Spam as letters to the editor, and mail to strangers by way of their confirmation.
import { beforeAll, expect } from 'vitest';
import { challengeFor, letterFields, sendLetter } from '#test/factories/letters.ts';
import { proofHeaders, solved } from '#test/factories/proofs.ts';
import { createStory } from '#test/factories/stories.ts';
import { allMail, countMails, nextMail } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
let stories: number[];
beforeAll(async () => {
  const editor = await site.as('editor');
  stories = [];
  for (let n = 0; n < 5; n++) stories.push((await createStory(editor, { status: 'published' })).id);
});

const send = (storyId: number, email: string, proof: unknown, address = '203.0.113.1') =>
  site.visitor
    .from(address)
    .json('POST', `/api/stories/${storyId}/letters`, letterFields({ email }), proofHeaders(proof));
const stored = async () => (await site.db.execute('SELECT FROM letters')).rows.length;

attack('a hundred letters for the work of one, from a hundred addresses', async ({ refused, honest }) => {
  const [story = 0, other = 0] = stories;
  const proof = await solved(await challengeFor(site.visitor, story));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      send(n % 10 ? story : other, `flood${n}@readers.test`, proof, `203.0.113.${n}`),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  expect(await stored()).toBe(1);
  refused('99 of 100: 429');
  expect((await sendLetter(site.visitor, story, { email: 'honest@readers.test' })).status).toBe(201);
  honest('201');
});

attack('easier work than the site has asked for', async ({ refused, honest }) => {
  const [, story = 0] = stories;
  const before = await stored();
  const challenge = await challengeFor(site.visitor, story);
  const { solution } = await solved(challenge);
  const { parameters } = challenge;
  const easier = [
    { cost: 1, keyPrefix: '00' },
    { keyPrefix: '00' },
    { keyLength: 1, keyPrefix: '00' },
    { expiresAt: parameters.expiresAt + 86_400, keyPrefix: '00' },
  ];
  for (const change of easier) {
    const proof = await solved({ ...challenge, parameters: { ...parameters, ...change } });
    const { status } = await send(story, 'easier@readers.test', proof);
    expect([change, status]).toEqual([change, 429]);
  }
  for (const junk of [
    { counter: 1e9, derivedKey: 'x' },
    { counter: -1, derivedKey: '' },
    { counter: 0, derivedKey: [] },
  ])
    expect((await send(story, 'junk@readers.test', { challenge, solution: junk })).status).toBe(429);
  expect(await stored()).toBe(before);
  refused('429');
  expect((await send(story, 'worked@readers.test', { challenge, solution })).status).toBe(201);
  honest('201');
});

attack('an advertisement mailed to strangers, and a mailbox that is flooded', async ({ refused, honest }) => {
  const victim = 'victim@readers.test';
  const text = 'Cheap pills, ask at the station';
  for (const [n, id] of stories.entries()) {
    const client = site.visitor.from(`198.51.100.${n}`);
    const letter = { email: victim, name: 'Pill Seller', place: 'Pilltown', text };
    expect((await sendLetter(client, id, letter)).status).toBe(201);
  }
  expect(await countMails(site, victim)).toBe(3);
  await expect.poll(async () => (await allMail(site, victim)).length).toBe(3);
  for (const mail of await allMail(site, victim)) expect(mail.subject + mail.text + mail.html).not.toMatch(/pill/i);
  refused('3 mails of 5, none with his words');
  expect((await sendLetter(site.visitor, stories[0] ?? 0, { email: 'other@readers.test' })).status).toBe(201);
  expect((await nextMail(site, 'other@readers.test')).text).toContain('/confirm-letter?token=');
  honest('201');
});
