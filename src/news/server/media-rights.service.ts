// What pictures and files of the media library have in common: what is stated, who may change them, which stories use them.
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Position } from '#src/platform/cursors.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { type MediaDetails, type MediaItem, type MediaItemPage, type MediaUse, usesListed } from '../media.contract.ts';
import { mayChangeMedia } from '../media.rules.ts';
import { roleIn, type StoryStatus } from '../story-states.rules.ts';
import { findSections } from './editor-sections.queries.ts';
import { isVisible } from './story-rights.service.ts';

export interface MediaListQuery {
  kind: MediaItem['kind'];
  words: string[];
  lacks?: 'alt' | 'credit' | undefined;
  unused?: boolean | undefined;
  limit: number;
  after?: Position | undefined;
}

interface Owned {
  uploaderId: number | null;
  /** The categories of the public stories that show it; empty if none does. */
  publicIn: (number | null)[];
}

/** Returns whether the actor may change an item. */
export async function editableBy(ctx: Context): Promise<(item: Owned) => boolean> {
  const { role, userId } = requireUser(ctx);
  const sections = role === 'editor' ? await findSections(ctx.db, userId) : null;
  return ({ publicIn, uploaderId }) =>
    mayChangeMedia({ role: roleIn(role, sections, publicIn), own: uploaderId === userId }, publicIn.length > 0);
}

interface Using {
  id: number;
  title: string;
  status: StoryStatus;
  authorId: number | null;
  categoryId: number | null;
  deletedAt: Date | null;
}

/** The stories that use an item, as far as the actor may see them. `isLead` tells how a story uses it. */
export async function listedUses<Story extends Using>(
  ctx: Context,
  uses: Story[],
  isLead: (story: Story) => boolean = () => false,
): Promise<Pick<MediaItemPage, 'used_in' | 'more_uses'>> {
  const listed: MediaUse[] = [];
  for (const story of uses) {
    if (listed.length === usesListed) break;
    const { id, title, status, deletedAt } = story;
    if (deletedAt ? isAllowed(ctx.actor.role, 'editors') : await isVisible(ctx, story))
      listed.push({ id, title, status, trashed: deletedAt !== null, lead: isLead(story) });
  }
  return { used_in: listed, more_uses: uses.length - listed.length };
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

/** The columns of a picture or a file for what was sent, trimmed. */
export const statedColumns = (kind: keyof typeof columnsOf, sent: SentDetails) =>
  Object.fromEntries(
    Object.entries(columnsOf[kind]).flatMap(([name, column]) => {
      const value = sent[name as keyof MediaDetails]; // the keys of the table above
      return value === undefined ? [] : [[column, typeof value === 'string' ? value.trim() : value]];
    }),
  );
