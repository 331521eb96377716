import { actorOfSession } from '#src/accounts/login/server/sessions.service.ts';
import { getRole } from '#src/accounts/people/server/users.service.ts';
import { referencesIn, summaryOf } from '#src/markdown/story-text.rules.ts';
import { authorRefs, bylineOf, distinctAuthors, findAuthor } from '#src/news/authors/authors.rules.ts';
import { findAuthorsByRefs } from '#src/news/authors/server/authors.queries.ts';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { findBySlug, findSubBySlug, othersName } from '#src/news/categories/categories.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import { findLibraryPicture, isListed } from '#src/news/media/server/media.queries.ts';
import { visibleTo } from '#src/news/media/server/media-rights.service.ts';
import { fileName } from '#src/news/media/server/picture-files.service.ts';
import type { StoryView } from '#src/news/published/reading.contract.ts';
import { findStoryToPreview, type StoryPageRow } from '#src/news/published/server/reading.queries.ts';
import { storyView } from '#src/news/published/server/reading.service.ts';
import { loadBlocks } from '#src/news/published/server/story-blocks.service.ts';
import { imageSize } from '#src/news/schema/story-fields.contract.ts';
import { recordStoryEvents } from '#src/news/stories/server/revisions.service.ts';
import { findStory } from '#src/news/stories/server/stories.queries.ts';
import { type Acting, isVisible, requireVisible } from '#src/news/stories/server/story-rights.service.ts';
import { completeForm, focalPointOf, sizeNumber, storedTexts } from '#src/news/stories/stories.rules.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { currentKey } from '#src/platform/files/public-files.ts';
import { quarterHourMs } from '#src/platform/secrets/signed-urls.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { type PreviewLink, previewHours, type SharedPreviewLink } from '../previews.contract.ts';
import {
  createPreviewLink,
  deletePreviewLink,
  findNewestCopy,
  findPreviewLink,
  listPreviewLinks,
  type NewestCopy,
} from './previews.queries.ts';

/** A story as readers would see it, with what its editor has typed since the last save. */
export interface Preview {
  story: StoryView;
  /** When the working copy was saved; null without one. */
  typedAt: string | null;
  /** Whether readers see this version already. */
  isPublic: boolean;
}

// What is signed: for a session, or for a row of `preview_links`.
const ownName = (storyId: number) => `own preview ${storyId}`;
const sharedName = (storyId: number) => `shared preview ${storyId}`;

/** Throws `not_found` if the current user may not see the story. */
async function requireStory(ctx: Context, id: number) {
  const row = await findStory(ctx.db, id);
  if (!row) throw new AppError('not_found', 'news.storyNotFound');
  await requireVisible(ctx, row.story);
  return row.story;
}

async function signLink(ctx: Context, name: string, issuedTo: string, lastsMs: number): Promise<PreviewLink> {
  const pass = await ctx.signedUrls.sign(name, issuedTo, ctx.now(), lastsMs);
  return { pass, expires_at: new Date(ctx.now().getTime() + lastsMs).toISOString() };
}

/** A link to the current user's own preview of a story, for his session. Throws `not_found`. */
export async function openPreview(ctx: Context, id: number): Promise<PreviewLink> {
  await requireStory(ctx, id);
  return signLink(ctx, ownName(id), requireUser(ctx).sessionId, quarterHourMs);
}

const sharedMs = previewHours * hourMs;

/** Creates a shared link to that preview, for anyone. Throws `not_found`. */
export async function sharePreview(ctx: Context, id: number): Promise<PreviewLink> {
  const story = await requireStory(ctx, id);
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + sharedMs);
  const link = await ctx.db.transaction(async (tx) => {
    await recordStoryEvents(ctx, tx, 'previewShared', [story]);
    return createPreviewLink(tx, { storyId: id, userId: requireUser(ctx).userId, createdAt, expiresAt });
  });
  return signLink(ctx, sharedName(id), link, sharedMs);
}

/** The valid shared links to a story's preview. Throws `not_found` for a story that the actor may not see. */
export async function getPreviewLinks(ctx: Context, id: number): Promise<SharedPreviewLink[]> {
  await requireStory(ctx, id);
  return (await listPreviewLinks(ctx.db, id, ctx.now())).map(({ createdAt, expiresAt, ...link }) => ({
    ...link,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }));
}

/** Deletes a shared link, also of another user. Throws `not_found`, also if there is no such link. */
export async function endPreviewLink(ctx: Context, id: number, link: string): Promise<void> {
  const story = await requireStory(ctx, id);
  await ctx.db.transaction(async (tx) => {
    if (!(await deletePreviewLink(tx, id, link))) throw new AppError('not_found', 'preview.linkNotFound');
    await recordStoryEvents(ctx, tx, 'previewEnded', [story]);
  });
}

/**
 * What a preview link shows: the story, and the newest working copy of the user who made the link. Throws `gone` if it
 * has expired or was ended, if the story is in the trash, if that user may not see the story any more, or if all his sessions
 * have ended since, as by a new password.
 */
export async function getPreview(ctx: Context, id: number, pass: string): Promise<Preview> {
  const { row, copy, maker } = await findPreviewed(ctx, id, pass);
  const shown = copy ? await withCopy(ctx, row, copy) : row;
  const path = `/stories/${id}/preview/picture?pass=${pass}`;
  const blocks = await loadBlocks(ctx, shown, {
    isVisible: isListed(visibleTo(maker)),
    picturePath: (picture) => `${path}&picture=${picture}`,
  });
  const { picture, ...story } = storyView(ctx, shown, blocks);
  return {
    story: { ...story, picture: picture && { ...picture, webp: [], avif: [], path } },
    typedAt: copy?.updatedAt.toISOString() ?? null,
    isPublic: row.status === 'published' && !copy,
  };
}

/**
 * Opens the picture that the preview shows, or one in its text by id. Throws `gone` as the preview does, and `not_found` if
 * it has none, or if the user who made the link does not see it in the library.
 */
export async function openPreviewPicture(
  ctx: Context,
  id: number,
  { pass, picture: pictureId }: { pass: string; picture?: number | undefined },
): Promise<StoredFile> {
  const { row, copy, maker } = await findPreviewed(ctx, id, pass);
  const body = copy ? completeForm(copy.fields).news_description : row.body;
  const isInText = pictureId !== undefined && referencesIn(body).pictures.includes(pictureId);
  const picture =
    pictureId === undefined
      ? pictureOf(row, copy)
      : isInText && (await findLibraryPicture(ctx.db, pictureId, visibleTo(maker)));
  const found = picture && (await ctx.files.find(await currentKey(ctx.files, fileName(picture.name))));
  if (!found) throw new AppError('not_found', 'errors.notFound');
  return found;
}

async function findPreviewed(ctx: Context, id: number, pass: string) {
  const maker = await makerOf(ctx, id, pass);
  const row = isAllowed(maker.role, 'writers') ? await findStoryToPreview(ctx.db, id) : undefined;
  if (maker.role === 'visitor' || !row) throw ended();
  if (!(await isVisible({ db: ctx.db, actor: maker }, row))) throw ended();
  return { row, maker, copy: await findNewestCopy(ctx.db, maker.userId, id) };
}

/** The user who made a link, with his present rights; a visitor if it has ended. */
async function makerOf(ctx: Context, id: number, pass: string): Promise<Acting['actor']> {
  const session = await ctx.signedUrls.verify(pass, ownName(id), ctx.now());
  if (session) return actorOfSession(ctx.db, session, ctx.now());
  const shared = await ctx.signedUrls.verify(pass, sharedName(id), ctx.now());
  const link = shared ? await findPreviewLink(ctx.db, shared) : undefined;
  if (!link) return { role: 'visitor' };
  const role = await getRole(ctx.db, link.userId, link.createdAt);
  return role === 'visitor' ? { role } : { role, userId: link.userId };
}

const ended = () => new AppError('gone', 'preview.ended');

const pictureOf = (row: StoryPageRow, copy: NewestCopy | undefined) =>
  copy?.picture ?? (copy?.removesPicture ? null : row.picture);

/** The row as it would be if the working copy were saved; what is missing or cannot be saved yet stays as it is. */
async function withCopy(ctx: Context, row: StoryPageRow, copy: NewestCopy): Promise<StoryPageRow> {
  const form = completeForm(copy.fields);
  const category = findBySlug(await getCategories(ctx), form.news_category);
  const sub = category && findSubBySlug(category, form.news_sub_category);
  const all = form.authors ? await findAuthorsByRefs(ctx.db, authorRefs(form.authors)) : [];
  const authors = distinctAuthors(authorRefs(form.authors).flatMap((ref) => findAuthor(all, ref) ?? []));
  const names = authors.map(({ name }) => name);
  const { x: imageFocusX, y: imageFocusY } = focalPointOf(form);
  const size = (value: string | number, stored: number) => {
    const typed = sizeNumber(value);
    return typed >= imageSize.min && typed <= imageSize.max ? typed : stored;
  };
  return {
    ...row,
    ...storedTexts(form),
    authors,
    author: names.length ? bylineOf(names, form.language) : form.author.trim(),
    title: form.news_title.trim() || row.title,
    body: form.news_description,
    summary: summaryOf(form.news_description),
    language: form.language,
    imageWidth: size(form.image_width, row.imageWidth),
    imageHeight: size(form.image_height, row.imageHeight),
    imageFocusX,
    imageFocusY,
    picture: pictureOf(row, copy),
    ...(category && sub && { category, ...subColumns(sub, form.news_submenu) }),
  };
}

type Sub = Category['sub_categories'][number] | typeof othersName;

const subColumns = (sub: Sub, label: string) =>
  sub === othersName
    ? { subCategory: null, subSlug: null, submenu: label.trim() }
    : { subCategory: sub, subSlug: sub.slug, submenu: null };
