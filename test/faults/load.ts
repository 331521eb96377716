import { setTimeout as sleep } from 'node:timers/promises';
import { programmes } from '#src/enquiries/enquiries.rules.ts';
import { type Answer, Client } from '../client.ts';
import { upload } from '../factories/editions.ts';
import { pdfFile } from '../factories/pdfs.ts';
import { pictureFile } from '../factories/pictures.ts';
import { storyFields } from '../factories/stories.ts';
import { submissionFields } from '../factories/submissions.ts';

/** What a load has done. */
export interface Counts {
  /** Pages that were read. */
  reads: number;
  /** Of these, with another status than 200 or without an answer from any node: what a reader would have seen. */
  failedReads: string[];
  /** Writes that were answered with success, by their title or name. */
  acknowledged: string[];
  /** Writes without an answer, or with another than success, and why: they may have happened or not. */
  unanswered: string[];
  /** The headlines that one story was given, one after the other, and whether each was acknowledged. */
  headlines: { title: string; acknowledged: boolean }[];
  /** Paths of the pictures of acknowledged stories. */
  pictures: string[];
}

const shuffled = (nodes: string[]) => nodes.toSorted(() => Math.random() - 0.5);
/** Some address that a request came from, as a proxy states it. */
export const someAddress = () => [10, 1, 2, 3].map((part) => part + Math.floor(Math.random() * 200)).join('.');

/** Longer than any answer of a node that works takes on a busy machine; a proxy tries the next node then. */
const patienceMs = 20_000;

/** Fewer than one may hand in on a day. */
const essaysOfAuthor = 25;

/**
 * Reads and writes until it is stopped. Readers come through something like a proxy: if a node does not answer, the
 * next one is tried. Writers use one node and do not repeat what failed.
 */
export function startLoad({
  nodes,
  editor,
  newAuthor,
  paths,
  tag,
  patience = patienceMs,
}: {
  /** The addresses of the nodes at this moment. */
  nodes(): string[];
  /** A client that is logged in as an editor. */
  editor: Client;
  /** Registers a reader, and logs in. */
  newAuthor(): Promise<Client>;
  /** Pages to read. */
  paths: string[];
  /** Marks what this load writes; must be unique. */
  tag: string;
  patience?: number;
}) {
  const counts: Counts = { reads: 0, failedReads: [], acknowledged: [], unanswered: [], headlines: [], pictures: [] };
  let over = false;
  let turn = 0;
  const loops: Promise<void>[] = [];
  const repeat = (act: (name: string) => Promise<void>, pauseMs = 5) =>
    loops.push(
      (async () => {
        while (!over) {
          turn += 1;
          await act(`${tag} ${turn}`);
          await sleep(pauseMs);
        }
      })(),
    );
  const as = (user: Client, node: string) => new Client(node, user.token, { 'x-forwarded-for': someAddress() });
  const asEditor = (node: string) => as(editor, node);

  /** Calls a node; another one only if the first accepts no connections, so has not got the request. */
  const ask = async (act: (node: string) => Promise<Answer>): Promise<Answer | string> => {
    let reason = 'no node';
    for (const node of shuffled(nodes())) {
      try {
        const answer = await act(node);
        // Also 4xx: a node that hung for long refuses a picture, because its time is over.
        return answer.status < 300 ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
      } catch (error) {
        const { cause } = error as Error & { cause?: NodeJS.ErrnoException };
        reason = String(cause ?? error);
        if (cause?.code !== 'ECONNREFUSED') break;
      }
    }
    return reason;
  };
  const write = async (name: string, act: (node: string) => Promise<Answer>) => {
    const answer = await ask(act);
    if (typeof answer === 'string') counts.unanswered.push(`${name}: ${answer}`);
    else counts.acknowledged.push(name);
    return answer;
  };

  for (let n = 0; n < 2; n++)
    repeat(async () => {
      const path = paths[turn % paths.length] ?? '/';
      const status = await readThroughProxy(nodes, path, patience);
      counts.reads += 1;
      if (status !== 200) counts.failedReads.push(`${path}: ${status}`);
    });
  repeat(
    async (name) =>
      void (await write(name, (node) => asEditor(node).form('POST', '/api/admin', storyFields({ news_title: name })))),
  );
  repeat(async (name) => {
    const fields = storyFields({ news_title: name, image: await pictureFile(400, 300, 'jpeg') });
    const answer = await write(name, (node) => asEditor(node).form('POST', '/api/admin', fields));
    if (typeof answer !== 'string') counts.pictures.push(`/api${answer.body.image_url}`);
  });
  repeat(async (name) => {
    const body = { name, email: 'ravi@readers.test', mobile: '+919876543210', programme: programmes[0], consent: true };
    await write(name, (node) => new Client(node).from(someAddress()).json('POST', '/api/enquiries', body));
  });
  // Their files are checked and rendered by processes for seconds.
  if (process.env.THOROUGH) {
    let essays = 0;
    let author = editor;
    repeat(async (name) => {
      if (essays % essaysOfAuthor === 0) author = await newAuthor();
      essays += 1;
      const fields = await submissionFields({ title: name });
      await write(name, (node) => as(author, node).form('POST', '/api/create-article', fields));
    }, 1000);
    repeat(async (name) => {
      const pdf = pdfFile(`${name}.pdf`, ['One page']);
      await write(name, (node) => upload(asEditor(node), pdf));
    }, 1000);
  }
  // Corrections of one headline, one after the other.
  const story = editor.form('POST', '/api/admin', storyFields({ news_title: `${tag} 0` }));
  repeat(async (name) => {
    const { id } = (await story).body;
    const title = `${name} corrected`;
    const answer = await write(title, (node) => asEditor(node).form('PUT', `/api/admin/${id}`, { news_title: title }));
    counts.headlines.push({ title, acknowledged: typeof answer !== 'string' });
  });
  const finished = Promise.all(loops);
  finished.catch(() => undefined); // reported by stop
  return {
    counts,
    storyId: async () => Number((await story).body.id),
    stop: async () => {
      over = true;
      await finished;
      return counts;
    },
  };
}

async function readThroughProxy(nodes: () => string[], path: string, patience: number): Promise<number | string> {
  let reason = 'no node';
  const asked = new Set<string>();
  for (;;) {
    // As they are now: one may have come since the first was tried.
    const node = shuffled(nodes()).find((other) => !asked.has(other));
    if (!node) return reason;
    asked.add(node);
    try {
      const response = await fetch(node + path, {
        headers: { 'x-forwarded-for': someAddress() },
        signal: AbortSignal.timeout(patience),
      });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      reason = String((error as Error).cause ?? error);
    }
  }
}
