import type { Role } from '#src/rules/roles.rules.ts';

/** The categories that an editor is limited to, by id; null for all. */
export type Sections = readonly number[] | null;

/**
 * The role that someone has for a story of these categories: an editor is a sub-editor outside of his sections. A story
 * that moves is of both, the old category and the new one; null is the category of a story without one.
 */
export const roleIn = (role: Role, sections: Sections, categories: readonly (number | null)[]): Role =>
  role !== 'editor' || !sections || categories.every((id) => id !== null && sections.includes(id))
    ? role
    : 'sub_editor';
