import { portraitKey, storePortrait } from '#src/accounts/users/server/portraits.service.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { changingEntries, requireAllSections } from '#src/news/categories/server/section-rights.service.ts';
import {
  type EntryKind,
  lockEntry,
  lockForMerge,
  readEntry,
  recordEntry,
  refuseTaken,
} from '#src/news/entries/server/entries.service.ts';
import { recordAuditEventOfEach } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { invalid } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import type { Author, AuthorChange, AuthorChoice, AuthorUsage, CreatedAuthor } from '../authors.contract.ts';
import { type AuthorTexts, checkAuthor } from '../authors.rules.ts';
import { rewriteBylines } from './authors.jobs.ts';
import {
  type AuthorRow,
  authorQueries,
  countAuthorStories,
  countUnlinked,
  createAuthor,
  findAuthorById,
  findAuthorOfUser,
  findAuthorsByRefs,
  linkStories,
  listAuthors,
  lockUnlinked,
  subjectsOf,
} from './authors.queries.ts';
import { getColleagues } from './colleagues.service.ts';

/** All authors, as choices in the story form. */
export const getAuthors = async ({ db }: Context): Promise<AuthorChoice[]> =>
  (await listAuthors(db)).map((row) => choice(row));

/** Throws `not_found`. */
export const getAuthor = async ({ db }: Context, id: number): Promise<Author> =>
  view(await readEntry(authorKind, db, id));

/** Number of stories of each author. */
export const getAuthorUsage = ({ db }: Context): Promise<AuthorUsage[]> => countAuthorStories(db);

const authorKind: EntryKind<AuthorRow> = {
  ...authorQueries,
  name: 'author',
  texts: 'bylines',
  notFound: 'bylines.notFound',
  find: findAuthorById,
  view: (row) => view(row),
};

const refuseDuplicate = refuseTaken({
  authors_slug_key: ['name', 'bylines.nameTaken'],
  authors_user_id_key: ['user_id', 'bylines.accountTaken'],
});

const noTexts: AuthorTexts = { name: '', role: '', bio: '', language: 'en', email: '', x: '', instagram: '' };

/** Adds an author. Throws `invalid`, `forbidden` for one with an account by an editor of sections, and `conflict` if there is one of this name, or one of this account. */
export async function addAuthor(ctx: Context, sent: CreatedAuthor): Promise<Author> {
  // New stories of the account would begin with this byline.
  if (sent.user_id?.trim()) await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  const values = await checked(ctx, noTexts, sent);
  return storing(ctx, sent, null, async (tx, portrait) => {
    const id = await createAuthor(tx, { ...values, portrait: portrait ?? null });
    await recordEntry(ctx, tx, authorKind, id, 'created', { name: values.name });
    return id;
  });
}

/**
 * Changes the fields that were sent. After a new name the old address redirects, and the bylines of his stories follow.
 * Throws `not_found`, `invalid`, and `conflict` with the stored author if `version` is outdated.
 */
export async function changeAuthor(ctx: Context, id: number, { version, ...sent }: AuthorChange): Promise<Author> {
  await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  const before = await readEntry(authorKind, ctx.db, id);
  return storing(ctx, sent, before.portrait, async (tx, portrait) => {
    const author = await lockEntry(authorKind, tx, id, version);
    const values = await checked({ ...ctx, db: tx }, author, sent, author.userId);
    const change = { ...values, ...(portrait !== undefined && { portrait }) };
    await authorQueries.update(tx, author, change);
    const isRenamed = values.name !== author.name;
    if (isRenamed) await ctx.jobs.send(rewriteBylines, { authorId: id, from: author.name }, { within: tx });
    const fields = Object.entries(change).filter(([name, value]) => author[name as keyof AuthorRow] !== value);
    await recordEntry(ctx, tx, authorKind, id, 'changed', {
      fields: fields.map(([name]) => name).filter((name) => name !== 'slug'),
      ...(isRenamed && { from: author.name, to: values.name }),
    });
    return id;
  });
}

/** Merges an author into another one, whose page and name his stories get. Throws `not_found`, `invalid` and `conflict`. */
export async function mergeAuthor(
  ctx: Context,
  id: number,
  merge: { into: number; version?: number | undefined },
): Promise<void> {
  const orphaned = await changingEntries(ctx, async (tx) => {
    const { entry: author, target } = await lockForMerge(authorKind, tx, id, merge);
    await authorQueries.replace(tx, author, target.id);
    await authorQueries.update(tx, target, {
      formerIds: [...target.former_ids, id, ...author.former_ids],
      userId: target.userId ?? author.userId,
    });
    await ctx.jobs.send(rewriteBylines, { authorId: target.id, from: author.name }, { within: tx });
    await recordEntry(ctx, tx, authorKind, target.id, 'merged', { from: author.name, to: target.name });
    return orphanPortrait(ctx, tx, author.portrait);
  });
  await removeOrphaned(ctx, orphaned);
}

/** Deletes an author. His stories keep their bylines as texts. Throws `not_found` and `conflict`. */
export async function removeAuthor(ctx: Context, id: number, version?: number): Promise<void> {
  const orphaned = await changingEntries(ctx, async (tx) => {
    const author = await lockEntry(authorKind, tx, id, version);
    await authorQueries.remove(tx, id);
    await recordEntry(ctx, tx, authorKind, id, 'deleted', { name: author.name });
    return orphanPortrait(ctx, tx, author.portrait);
  });
  await removeOrphaned(ctx, orphaned);
}

/** Stories that one call links: about a second. */
const linkedAtOnce = 1000;
/** Stories that are locked together. */
const batchSize = 250;

/** Links stories whose byline is the author's name. Throws `not_found`. */
export async function linkUnlinked(ctx: Context, id: number): Promise<{ linked: number; left: number }> {
  await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  const { name } = await readEntry(authorKind, ctx.db, id);
  let linked = 0;
  for (let batch = batchSize; batch === batchSize && linked < linkedAtOnce; linked += batch)
    batch = await ctx.db.transaction(async (tx) => {
      const ids = await lockUnlinked(tx, name, batchSize);
      // Locked after the stories, as in a save of a story. If he has been renamed meanwhile, he has no such stories.
      const [author] = await findAuthorsByRefs(tx, [String(id)], true);
      if (author?.name !== name) return 0;
      await linkStories(tx, ids, id);
      const details = { fields: ['authors'], to: name };
      await recordAuditEventOfEach(ctx, tx, { action: 'story.changed', details }, subjectsOf(ids));
      return ids.length;
    });
  if (linked) await recordEntry(ctx, ctx.db, authorKind, id, 'linked', { name, stories: linked });
  return { linked, left: await countUnlinked(ctx.db, name) };
}

/** The public data of an author that belong to a person. His name stays, as it does under his stories. */
export const authorData: PersonalData = {
  name: 'author',
  collect: async ({ db }, userId) => {
    const row = await findAuthorOfUser(db, userId);
    return row ? view(row) : null;
  },
  erase: async (ctx, tx, userId) => {
    const author = await findAuthorOfUser(tx, userId);
    if (!author) return;
    await orphanPortrait(ctx, tx, author.portrait); // removed within a day
    await authorQueries.update(tx, author, { userId: null, portrait: null, bio: '', email: '', x: '', instagram: '' });
  },
};

type Sent = Partial<AuthorTexts> & { user_id?: string | undefined };

async function checked(
  ctx: Context,
  stored: AuthorTexts,
  sent: { [Name in keyof Sent]?: Sent[Name] | undefined },
  userId: number | null = null,
) {
  const texts = Object.fromEntries(
    Object.entries(noTexts).map(([name, empty]) => {
      const key = name as keyof AuthorTexts; // the keys of noTexts
      return [name, sent[key] ?? stored[key] ?? empty];
    }),
  ) as unknown as AuthorTexts; // has each name
  const result = checkAuthor(texts);
  const account = sent.user_id === undefined ? userId : sent.user_id.trim() ? Number(sent.user_id) : null;
  const errors = 'errors' in result ? result.errors : {};
  const isColleague = async () => (await getColleagues(ctx)).some(({ id }) => id === account);
  if (account !== null && account !== userId && !(await isColleague()))
    throw invalid({ ...errors, user_id: { key: 'bylines.accountUnknown' } });
  if ('errors' in result) throw invalid(result.errors);
  return { ...result.author, slug: nameSlug(result.author.name), userId: account };
}

/** Stores an author with the portrait that was sent: a file name, null if it is removed, undefined if it stays. */
async function storing(
  ctx: Context,
  sent: Pick<AuthorChange, 'portrait' | 'remove_portrait'>,
  before: string | null,
  store: (tx: Db, portrait: string | null | undefined) => Promise<number>,
): Promise<Author> {
  const added = sent.portrait && (await storePortrait(ctx, sent.portrait, 'portrait'));
  const portrait = added ?? (sent.remove_portrait ? null : undefined);
  const replaced = portrait === undefined ? null : before;
  try {
    const stored = await ctx.db.transaction(async (tx) => {
      const id = await store(tx, portrait);
      if (added) await adoptFiles(tx, [portraitKey(added)]);
      await orphanPortrait(ctx, tx, replaced);
      return readEntry(authorKind, tx, id);
    });
    if (replaced) await removeOrphaned(ctx, [portraitKey(replaced)]);
    return view(stored);
  } catch (error) {
    if (added) await removeOrphaned(ctx, [portraitKey(added)]);
    return refuseDuplicate(error);
  }
}

async function orphanPortrait(ctx: Context, tx: Db, portrait: string | null): Promise<string[]> {
  const keys = portrait ? [portraitKey(portrait)] : [];
  await markOrphaned(ctx, tx, keys);
  return keys;
}

const choice = ({ id, name, slug, role, portrait, userId, former_ids, former_slugs }: AuthorRow): AuthorChoice => ({
  id,
  name,
  slug,
  role,
  portrait_url: portrait && `/static/uploads/${portrait}`,
  user_id: userId,
  former_ids,
  former_slugs,
});

const view = (row: AuthorRow): Author => {
  const { bio, language, email, x, instagram, version } = row;
  return { ...choice(row), bio, language, email, x, instagram, version };
};
