// A newspaper with content of every type, its users, and examples of honest requests to it.
import { pdfFile } from '#test/factories/documents.ts';
import { addEdition } from '#test/factories/editions.ts';
import { enquiryFields } from '#test/factories/enquiries.ts';
import { grievanceFields } from '#test/factories/grievances.ts';
import { letterFields, sendLetter } from '#test/factories/letters.ts';
import { composeIssue, newsletterFields } from '#test/factories/newsletters.ts';
import { proposedOrder } from '#test/factories/newspapers.ts';
import { declarePayment, statementColumns, statementFile } from '#test/factories/payments.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { preferences, someSubscription } from '#test/factories/push.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { decide, submissionFields, submit } from '#test/factories/submissions.ts';
import { Client } from '../../client.ts';
import { password } from '../../site.ts';
import type { WatchedSite } from '../watched-site.ts';
import type { Members, SentFile } from './bodies.ts';
import type { Example } from './requests.ts';

export const roles = ['visitor', 'reader', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

let addresses = 0;
/** X-Forwarded-For with an unused address, so that no rate limit applies. */
export const newAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` };
};

export const stranger = (site: WatchedSite): Client => new Client(site.client.url, undefined, newAddress());

let accounts = 0;
const personFields = () => {
  accounts += 1;
  const person = { name: `Person ${accounts}`, dob: '1990-05-17', mobile: '+919876543210' };
  return {
    ...person,
    email: `person${accounts}@readers.test`,
    password,
    confirm_password: password,
    consent: '2026-11',
  };
};

/** Creates an account with a role and logs in. */
export async function newAccount(site: WatchedSite, admin: Client, role: Exclude<Role, 'visitor'>): Promise<Client> {
  const person = personFields();
  const { status, body } = await stranger(site).form('POST', '/api/newswings_register', person);
  if (status !== 201) throw new Error(`No account: ${JSON.stringify(body)}`);
  if (role !== 'reader') {
    const { body } = await admin.get(`/api/people?search=${encodeURIComponent(person.email)}`);
    const made = await admin.json('PUT', `/api/people/${body.people[0].id}/role`, { role });
    if (made.status !== 200) throw new Error(`No ${role}: ${JSON.stringify(made.body)}`);
  }
  const door = role === 'reader' ? '/api/newswings_login' : '/api/admin_login';
  const client = await stranger(site).login(door, person.email, password);
  logins.set(client, { door, email: person.email });
  return client;
}

const logins = new WeakMap<Client, { door: string; email: string }>();

/** The same user with a new session, unless the account was deleted or changed. */
export async function logInAgain(site: WatchedSite, person: Client): Promise<Client | undefined> {
  const login = logins.get(person);
  const again =
    login &&
    (await stranger(site)
      .login(login.door, login.email, password)
      .catch(() => undefined));
  if (again) logins.set(again, login);
  return again;
}

export interface Paper {
  /** Uses an account that the requests never change, see `operationsOf`. */
  admin: Client;
  /** Names and ids of existing content. */
  known: string[];
  /** Honest requests by call. */
  examples: Record<string, Example>;
}

export async function fillPaper(site: WatchedSite): Promise<Paper> {
  const chief = await stranger(site).login('/api/admin_login', 'chief@news.test', password);
  const [admin, editor, author] = await Promise.all([
    newAccount(site, chief, 'admin'),
    newAccount(site, chief, 'editor'),
    newAccount(site, chief, 'reader'),
  ]);
  const story = await createStory(editor, {
    image: await pictureFile(),
    news_description: 'First *words*.\n\n> More.',
  });
  await createStory(editor, { status: 'draft' });
  const trashed = await createStory(editor);
  await editor.delete(`/api/admin/${trashed.id}`);
  const pages = ['The lake is full again.', 'Second page.', 'Third page.', 'Fourth page.'];
  const edition = await addEdition(editor, pages);
  const [report] = (await author.get('/api/pdfs')).body;
  const region = { page: 1, left: 0, top: 0, right: 0.5, bottom: 0.3 };
  const clip = await editor.json('POST', `/api/editions/${edition}/clips`, region);
  const work = await submit(author);
  await decide(editor, work.id, 'approved');
  const waiting = await submit(author);
  const claim = await declarePayment(author, 'weekly');
  await admin.json('PUT', `/api/payments/${claim.id}`, { state: 'confirmed' });
  const statement = statementFile([['01/11/2026', `UPI/${claim.reference}`, '', '', '10.00']]);
  await admin.form('POST', '/api/statements', { statement, columns: statementColumns });
  await stranger(site).json('POST', '/api/enquiries', enquiryFields());
  await stranger(site).json('POST', '/api/grievances', grievanceFields());
  await sendLetter(author, 1);
  await composeIssue(admin);
  const settings = (await admin.get('/api/settings')).body as { settings: { key: string; value: unknown }[] }[];
  const all = settings.flatMap((group) => group.settings);
  return {
    admin,
    known: [
      ...['Sports News', 'sports-news', 'Others', 'cricket', 'weekly', 'monthly', 'about', 'privacy', 'lake', 'hi'],
      ...['1', '2', '3', String(edition), '1-480.webp', '480', '0-0', 'story', 'page', '1795000000000-42'],
      ...[story.image, story.news_title, report.filename, clip.body.code, claim.reference],
      work.essay_file.split('/').at(-1),
      ...all.map(({ key }) => key),
    ],
    examples: {
      ...(await peoplesExamples(author)),
      ...(await newsroomExamples(editor, edition, region)),
      'POST /api/create-article': { body: await members(await submissionFields()) },
      'POST /api/admin/decision': { body: { id: waiting.id, email: waiting.email, decision: 'rejected' } },
      'POST /api/submissions/{id}/notes': { path: { id: waiting.id }, body: { text: 'A note.' } },
      'POST /api/submissions/{id}/changes': { path: { id: waiting.id }, body: { note: 'Please shorten.' } },
      'POST /api/submissions/{id}/pdf': { path: { id: waiting.id }, body: await members({ pdf: await pdfFile() }) },
      'GET /api/submissions/{id}': { path: { id: waiting.id } },
      'GET /api/submissions/{id}/text': { path: { id: waiting.id } },
      'PUT /api/payments/{id}': { path: { id: claim.id }, body: { state: 'rejected', note: 'No such payment.' } },
      'POST /api/statements': { body: await members({ statement, columns: statementColumns }) },
      'POST /api/statement_lines/{id}/pair': { path: { id: 1 }, body: { claim_id: claim.id } },
      'POST /api/statement_lines/{id}/dismiss': { path: { id: 1 }, body: { note: 'Not ours.' } },
      'PUT /api/settings': {
        body: { values: Object.fromEntries(all.slice(0, 4).map(({ key, value }) => [key, value])) },
      },
      'PUT /api/pages/{slug}': { path: { slug: 'about' }, body: await pageMembers(admin) },
      'GET /api/clips/{code}': { path: { code: clip.body.code } },
      'GET /api/download/{name}': { path: { name: report.filename } },
    },
  };
}

const pageMembers = async (admin: Client): Promise<Members> => {
  const { version, content } = (await admin.get('/api/pages/about')).body;
  return { version, content };
};

/** Form members, with the bytes of their files. */
async function members(fields: Record<string, unknown>): Promise<Members> {
  const entries = Object.entries(fields).map(async ([name, value]) => {
    if (!(value instanceof File)) return [name, value];
    const file: SentFile = { bytes: await value.bytes(), name: value.name };
    return [name, file];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function peoplesExamples(reader: Client): Promise<Record<string, Example>> {
  const profile = { name: 'Asha Rao', email: 'asha@readers.test', mobile: '+919876543210' };
  const picture = await pictureFile();
  const { id } = (await reader.get('/api/user/me')).body;
  return {
    'POST /api/newswings_register': { body: await members({ ...personFields(), profile_image: picture }) },
    'POST /api/newswings_login': { body: { email: 'person1@readers.test', password } },
    'POST /api/admin_login': { body: { email: 'person1@readers.test', password, code: '123456' } },
    'PUT /api/newswings_update_profile': { body: await members({ ...profile, profile_image: picture }) },
    'PUT /api/admin_update_profile': { body: { name: 'Asha Rao', email: 'asha@readers.test' } },
    'PUT /api/user/password': { body: { current_password: password, new_password: 'a river in spate' } },
    'POST /api/forgot_password': { body: { email: 'person2@readers.test' } },
    'POST /api/user/guardian': { body: { name: 'Ravi Rao', email: 'ravi@readers.test' } },
    'PUT /api/user/reminders': { body: { on: true } },
    'PUT /api/people/{id}/role': { path: { id }, body: { role: 'reader' } },
    'POST /api/enquiries': { body: enquiryFields() },
    'PUT /api/enquiries/{id}': { path: { id: 1 }, body: { note: 'Called back.' } },
    'POST /api/stories/{id}/letters': { path: { id: 1 }, body: letterFields() },
    'PUT /api/letters/{id}': { path: { id: 1 }, body: { version: 1, state: 'published', text: 'Shorter.' } },
    'POST /api/letters/printed': { body: { ids: [1] } },
    'POST /api/reads': { query: { story: 1, language: 'en', from: '', depth: 50 } }, // of a story or an essay
    'POST /api/newsletters/subscriptions': { body: { email: 'asha@readers.test', newsletters: [1] } },
    'POST /api/newsletter-desk': { body: newsletterFields() },
    'PUT /api/newsletter-desk/{id}': { path: { id: 1 }, body: newsletterFields() },
    'PUT /api/newsletter-desk/issues/{id}': {
      path: { id: 1 },
      body: { version: 1, state: 'held', subject: 'The rain', intro: 'Good morning.', stories: [1] },
    },
    'POST /api/newsletter-desk/issues/{id}/send': { path: { id: 1 }, body: { version: 1 } },
    'PUT /api/push/device': { body: { ...someSubscription(), ...preferences() } },
    'POST /api/push/device/move': { body: { ...someSubscription(), replaces: someSubscription().endpoint } },
    'POST /api/push/device/end': { body: { endpoint: someSubscription().endpoint } },
    'POST /api/push/stories/{id}': { path: { id: 1 }, body: { title: 'It rains', body: '' } },
    'POST /api/grievances': { body: grievanceFields() },
    'PUT /api/grievances/{id}': { path: { id: 1 }, body: { state: 'upheld', decision: 'It was put right.' } },
  };
}

async function newsroomExamples(
  editor: Client,
  edition: number,
  region: Record<string, number>,
): Promise<Record<string, Example>> {
  const order = await proposedOrder(editor);
  const details = { category: 'weekly', title: 'The week', issue_date: '2026-11-22', place: 'Suryanagar' };
  return {
    'POST /api/admin': { body: await members(storyFields({ image: await pictureFile(), status: 'published' })) },
    'PUT /api/admin/{id}': { path: { id: 1 }, body: { news_description: 'Other *words*.\n\n- one\n- two' } },
    'GET /api/admin': { query: { limit: 2 } },
    'GET /api/posts_by_category': { query: { category: 'Sports News' } },
    'GET /api/get_posts_by_category_subcategory': { query: { category: 'Sports News', sub_category: 'Cricket' } },
    'PUT /api/board': { body: { sections: [{ category: 'Sports News', ids: [1, 2] }] } },
    'POST /api/categories': { body: { name: 'Letters' } },
    'POST /api/categories/{id}/sub-categories': { path: { id: 2 }, body: { name: 'Rivers' } },
    'POST /api/upload-pdf': { body: await members({ pdf: await pdfFile('fuzz.pdf'), ...details }) },
    'PUT /api/editions/{id}': { path: { id: edition }, body: details },
    'POST /api/editions/{id}/clips': { path: { id: edition }, body: region },
    'GET /api/editions/{id}/pages/{page}': { path: { id: edition, page: 1 } },
    'GET /api/editions/{id}/pages/{page}/{rendition}': { path: { id: edition, page: 1, rendition: 'small' } },
    'PUT /api/editions/{id}/pages/{page}': { path: { id: edition, page: 2 }, body: { text: 'The second page.' } },
    'GET /api/compose': { query: { category: 'weekly', day: '2026-11-22' } },
    'POST /api/compose/preview': { body: { ...order, page: 1 } },
    'POST /api/compositions': { body: { ...order, another: true, title: 'The week', issue_date: '2026-11-22' } },
    'GET /api/search': { query: { q: 'lake', kind: 'page' } },
  };
}
