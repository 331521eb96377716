// A site under load, and a reader who uses it at the same time.
import type { Client } from '../client.ts';
import { addEdition } from '../factories/editions.ts';
import { submissionFields } from '../factories/submissions.ts';
import { password } from '../site.ts';
import type { WatchedSite } from './watched-site.ts';

const asha = { name: 'Asha Rao', dob: '1990-05-17', mobile: '+919876543210', password: 'a river in spate' };
let authors = 0;

/** Creates a published edition, an author, and a reader who makes a clip; returns how long the clip takes. */
export async function newspaper(site: WatchedSite) {
  const editor = await site.client.login('/api/admin_login', 'chief@news.test', password);
  const edition = await addEdition(editor, ['Night final', 'Onion mandi']);
  authors += 1;
  const email = `asha${authors}@readers.test`;
  const client = site.client.from(`203.0.113.${authors}`);
  await client.form('POST', '/api/newswings_register', { ...asha, email });
  const author = await client.login('/api/newswings_login', email, asha.password);
  const clip = async () => {
    const begun = performance.now();
    const region = { page: 1, left: 0, top: 0, right: 0.5, bottom: 0.25 };
    const { status } = await site.client.json('POST', `/api/editions/${edition}/clips`, region);
    return { status, ms: Math.round(performance.now() - begun) };
  };
  return { editor, author, clip };
}

/** Submits an essay and returns the status. */
export const submit = async (author: Client, essay: File) =>
  (await author.form('POST', '/api/create-article', await submissionFields({ essay_file: essay }))).status;
