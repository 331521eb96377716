import { textHtml } from '#src/markdown/story-text.rules.ts';
import { type AuthorRow, findAuthorsByRefs, listAuthorsWithStories } from '#src/news/authors/server/authors.queries.ts';
import { cardPage, type ListQuery } from '#src/news/cards/server/cards.service.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import type { StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AuthorPage } from '../reading.contract.ts';

/** An author by his slug, also a former one. Throws `not_found`. */
export async function getAuthorBySlug({ db }: Pick<Context, 'db'>, slug: string): Promise<AuthorRow> {
  const author = findBySlug(await findAuthorsByRefs(db, [slug]), slug);
  if (!author) throw new AppError('not_found', 'authors.notFound');
  return author;
}

/** The stories of an author. */
export const storiesOf = ({ id, former_ids }: AuthorRow): StoryFilter => ({ authorIds: [id, ...former_ids] });

/** An author with his stories, newest first. Throws `not_found`. */
export async function getAuthorPage(ctx: Context, slug: string, query: ListQuery = {}): Promise<AuthorPage> {
  const author = await getAuthorBySlug(ctx, slug);
  const { name, role, bio, language, portrait, userId, email, x, instagram } = author;
  return {
    author: {
      id: author.id,
      name,
      slug: author.slug,
      role,
      bio: bio ? textHtml(bio) : null,
      language,
      portrait: portrait && `/static/uploads/${portrait}`,
      // The page of a guest shows no contact.
      contact: userId === null ? { email: '', x: '', instagram: '' } : { email, x, instagram },
    },
    ...(await cardPage(ctx, storiesOf(author), query)),
  };
}

/** Slugs of the authors who have public stories. */
export const getAuthorSlugs = ({ db }: Pick<Context, 'db'>): Promise<string[]> => listAuthorsWithStories(db);
