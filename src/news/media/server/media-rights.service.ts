// What pictures and files of the media library have in common: what is stated, who may change them, which stories use them.
import type { SQL } from 'drizzle-orm';
import { roleIn } from '#src/news/categories/section-rights.rules.ts';
import { findSections } from '#src/news/categories/server/editor-sections.queries.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Position } from '#src/platform/database/cursors.ts';
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';
import { type MediaDetails, type MediaItem, type MediaItemPage, usesListed } from '../media.contract.ts';
import { mayChangeMedia } from '../media.rules.ts';
import { countUses, listUses, type SeenStories } from './media-uses.queries.ts';

export interface MediaListQuery {
  kind: MediaItem['kind'];
  words: string[];
  lacks?: 'alt' | 'credit' | undefined;
  unused?: boolean | undefined;
  limit: number;
  after?: Position | undefined;
}

/** The user whose pictures of unpublished stories are visible: `undefined` for all, otherwise the current one. */
export const visibleTo = ({ role, userId }: { role: Role; userId: number }): number | undefined =>
  isAllowed(role, 'desk') ? undefined : userId;

interface Owned {
  uploaderId: number | null;
  guardedIn: (number | null)[];
}

/** Returns whether the actor may change an item. */
export async function editableBy(ctx: Context): Promise<(item: Owned) => boolean> {
  const { role, userId } = requireUser(ctx);
  const sections = role === 'editor' ? await findSections(ctx.db, userId) : null;
  return ({ guardedIn, uploaderId }) =>
    mayChangeMedia({ role: roleIn(role, sections, guardedIn), own: uploaderId === userId }, guardedIn.length > 0);
}

const seenBy = ({ role, userId }: { role: Role; userId: number }): SeenStories =>
  isAllowed(role, 'editors') ? 'all' : isAllowed(role, 'desk') ? 'notDeleted' : { userId };

/** The stories that use an item, as far as the actor may see them; `pictureId` if it is a picture. */
export async function listedUses(
  ctx: Context,
  uses: SQL,
  pictureId?: number,
): Promise<Pick<MediaItemPage, 'used_in' | 'more_uses'>> {
  const rows = await listUses(ctx.db, uses, seenBy(requireUser(ctx)), usesListed);
  return {
    used_in: rows.map(({ id, title, status, deletedAt, ...story }) => ({
      ...{ id, title, status },
      trashed: deletedAt !== null,
      lead: pictureId !== undefined && story.pictureId === pictureId,
    })),
    more_uses: (await countUses(ctx.db, uses)) - rows.length,
  };
}

/** What is stated about an item, and where it comes from. */
export const statementsOf = (row: {
  fileName: string;
  caption: string;
  credit: string;
  licence: MediaItem['licence'];
  licenceName: string;
  source: string;
  uploader: string | null;
  createdAt: Date;
}) => ({
  file_name: row.fileName,
  caption: row.caption,
  credit: row.credit,
  licence: row.licence,
  licence_name: row.licenceName,
  source: row.source,
  uploader: row.uploader,
  created_at: row.createdAt.toISOString(),
});

/** What was sent of the statements about an item. */
export type SentDetails = { [Name in keyof MediaDetails]?: MediaDetails[Name] | undefined };

const shared = {
  caption: 'caption',
  credit: 'credit',
  licence: 'licence',
  licence_name: 'licenceName',
  source: 'source',
} as const;
const columnsOf = {
  picture: { ...shared, alt: 'alt', focus_x: 'focusX', focus_y: 'focusY' },
  file: { ...shared, title: 'title' },
} as const;

/** The columns of a picture or a file with the details that were sent, trimmed. */
export const detailColumns = (kind: keyof typeof columnsOf, sent: SentDetails) =>
  Object.fromEntries(
    Object.entries(columnsOf[kind]).flatMap(([name, column]) => {
      const value = sent[name as keyof MediaDetails]; // the keys of the table above
      return value === undefined ? [] : [[column, typeof value === 'string' ? value.trim() : value]];
    }),
  );
