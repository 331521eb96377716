import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import type { PageSlug } from '../static-pages.rules.ts';
import { pageVersions } from './static-pages.tables.ts';

export type PageVersion = typeof pageVersions.$inferSelect;

const ofPage = (slug: PageSlug, language: string) =>
  and(eq(pageVersions.slug, slug), eq(pageVersions.language, language));

/** The newest version of a page in a language, or in the fallback language if it has none. */
export const findNewestVersion = async (
  db: Db,
  slug: PageSlug,
  language: string,
  fallback: string,
): Promise<PageVersion | undefined> =>
  (
    await db
      .select()
      .from(pageVersions)
      .where(and(eq(pageVersions.slug, slug), inArray(pageVersions.language, [language, fallback])))
      .orderBy(desc(eq(pageVersions.language, language)), desc(pageVersions.version))
      .limit(1)
  )[0];

export const findVersion = async (
  db: Db,
  slug: PageSlug,
  language: string,
  version: number,
): Promise<PageVersion | undefined> =>
  (
    await db
      .select()
      .from(pageVersions)
      .where(and(ofPage(slug, language), eq(pageVersions.version, version)))
  )[0];

const heads = {
  version: pageVersions.version,
  author: pageVersions.author,
  createdAt: pageVersions.createdAt,
};
export type VersionHead = Pick<PageVersion, keyof typeof heads>;

export const listVersions = (db: Db, slug: PageSlug, language: string, limit: number): Promise<VersionHead[]> =>
  db.select(heads).from(pageVersions).where(ofPage(slug, language)).orderBy(desc(pageVersions.version)).limit(limit);

/** The newest version of each page in a language. */
export const listNewestVersions = (db: Db, language: string) =>
  db
    .selectDistinctOn([pageVersions.slug], {
      ...heads,
      slug: pageVersions.slug,
      title: sql<string>`${pageVersions.content}->>'title'`,
    })
    .from(pageVersions)
    .where(eq(pageVersions.language, language))
    .orderBy(pageVersions.slug, desc(pageVersions.version));

/** Inserts a version; false if another editor has created the same version number. */
export async function createVersion(db: Db, version: typeof pageVersions.$inferInsert): Promise<boolean> {
  try {
    await db.insert(pageVersions).values(version);
    return true;
  } catch (error) {
    if (violatedConstraint(error) === 'page_versions_key') return false;
    throw error;
  }
}
