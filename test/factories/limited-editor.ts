import type { Client } from '../client.ts';
import { password, type TestSite } from '../site.ts';

export interface CategoryOfSite {
  id: number;
  name: string;
  slug: string;
  sub_categories: { id: number }[];
}

/** A place in the sections of a limited editor, and one outside of them. */
export const health = { news_category: 'Health', news_sub_category: 'Science' };
export const business = { news_category: 'Business', news_sub_category: 'Markets' };

/** The answer to a call that he may not make. */
export const forbidden = { status: 403, body: { code: 'forbidden' } };

/** An admin, an editor who is limited to Health and India, and the categories of the site. */
export async function createLimitedEditor(
  site: TestSite,
): Promise<{ admin: Client; limited: Client; categories: CategoryOfSite[] }> {
  const admin = await site.as('admin');
  const categories: CategoryOfSite[] = (await site.visitor.get('/api/categories')).body;
  const { id, email } = await site.createUser('editor');
  const limited = await site.visitor.login('/api/admin_login', email, password);
  const sections = categories.filter(({ name }) => ['Health', 'India'].includes(name)).map((category) => category.id);
  await admin.json('PUT', `/api/people/${id}/sections`, { sections });
  return { admin, limited, categories };
}
