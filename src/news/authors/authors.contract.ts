import { z } from 'zod';
import { defineCall, fileField, Message, NumericId } from '#src/calls/call.ts';
import { seenVersion } from '#src/news/entries/entries.contract.ts';
import { authorNameMaxLength, authorRoleMaxLength, bioMaxLength, profileMaxLength } from './authors.rules.ts';

/** An author as a choice in the story form. */
export const AuthorChoice = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  role: z.string().describe('Such as "Sports editor"'),
  portrait_url: z.string().nullable().describe('Path to append to the API host'),
  user_id: z.number().nullable().describe('The account of the author; a guest has none'),
  former_ids: z.array(z.number()).describe('Ids of authors that were merged into this one'),
  former_slugs: z.array(z.string()).describe('Slugs that lead here'),
});
export type AuthorChoice = z.infer<typeof AuthorChoice>;

export const Author = AuthorChoice.extend({
  bio: z.string().describe('Markdown'),
  language: z.string().describe('Language of the role and the biography'),
  email: z.string(),
  x: z.string().describe('Handle, without "@"'),
  instagram: z.string().describe('Handle, without "@"'),
  version: z.number().describe('Increases with every change; send it back to detect concurrent changes'),
});
export type Author = z.infer<typeof Author>;

const AuthorForm = z.object({
  name: z.string().max(authorNameMaxLength, 'newsroom.nameTooLong'),
  role: z.string().max(authorRoleMaxLength),
  bio: z.string().max(bioMaxLength),
  language: z.string().max(10),
  email: z.string().max(profileMaxLength),
  x: z.string().max(profileMaxLength).describe('Handle or address of the profile'),
  instagram: z.string().max(profileMaxLength).describe('Handle or address of the profile'),
  user_id: z.string().max(20).describe('Id of the account; empty for a guest'),
  portrait: fileField('portrait'),
});

const version = seenVersion('author');

export const CreatedAuthor = AuthorForm.partial().extend({ name: AuthorForm.shape.name });
export type CreatedAuthor = z.output<typeof CreatedAuthor>;

export const AuthorChange = AuthorForm.partial().extend({ remove_portrait: z.stringbool().optional(), version });
export type AuthorChange = z.output<typeof AuthorChange>;

const AuthorUsage = z.object({
  id: z.number(),
  stories: z.number().describe('Stories of the author, including drafts and the trash'),
  unlinked: z.number().describe('Stories that have the name of the author as a text only'),
});
export type AuthorUsage = z.infer<typeof AuthorUsage>;

const AuthorId = z.object({ id: NumericId });

export const authorsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/authors',
    who: 'writers',
    summary: 'All authors, by name',
    reply: { 200: z.array(AuthorChoice) },
  }),
  usage: defineCall({
    method: 'GET',
    path: '/api/authors/usage',
    who: 'editors',
    summary: 'How many stories each author has',
    reply: { 200: z.array(AuthorUsage) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/authors/:id',
    who: 'writers',
    summary: 'One author',
    params: AuthorId,
    reply: { 200: Author },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/authors',
    who: 'editors',
    summary: 'Add an author',
    form: CreatedAuthor,
    reply: { 201: Author },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/authors/:id',
    who: 'editors',
    summary: 'Change an author; fields that are not sent keep their value. The old address redirects',
    params: AuthorId,
    form: AuthorChange,
    reply: { 200: Author },
  }),
  merge: defineCall({
    method: 'POST',
    path: '/api/authors/:id/merge',
    who: 'editors',
    summary: 'Merge an author into another one, who gets his stories; the old address redirects',
    params: AuthorId,
    body: z.object({ into: NumericId, version }),
    reply: { 200: Message },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/authors/:id',
    who: 'editors',
    summary: 'Delete an author; his stories keep his name as a text',
    params: AuthorId,
    query: z.object({ version }),
    reply: { 200: Message },
  }),
  linkStories: defineCall({
    method: 'POST',
    path: '/api/authors/:id/link-stories',
    who: 'editors',
    summary:
      'Link stories that have the name of the author as a text, 1,000 at a time; call it again while some are left',
    params: AuthorId,
    reply: { 200: z.object({ linked: z.number(), left: z.number() }) },
  }),
};
