import { type Client, taken } from '../client.ts';
import { createStory } from './stories.ts';

/** A valid definition of a newsletter of the whole paper. */
export const newsletterFields = (changes: Record<string, unknown> = {}) => ({
  name: 'Morning Brief',
  description: 'What matters today',
  language: 'en',
  section: '',
  frequency: 'daily',
  weekday: 0,
  time: '07:30',
  stories: 5,
  active: true,
  ...changes,
});

/** Publishes a story and composes the next issue, of a new newsletter unless one is given. Returns its id. */
export async function composeIssue(admin: Client, newsletter?: number): Promise<number> {
  await createStory(admin, { status: 'published' });
  const create = async () => taken(await admin.json('POST', '/api/newsletter-desk', newsletterFields())).id;
  const id = newsletter ?? (await create());
  return taken(await admin.json('POST', `/api/newsletter-desk/${id}/issues`, {})).id;
}
