// The sections that editors are limited to; section-rights.rules.ts has their role for a story.
import { z } from 'zod';
import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { defineCall, NumericId } from '#src/calls/call.ts';
import { Category } from './categories.contract.ts';

/** More than a newspaper has. */
const sectionsLimit = 500;

const EditorSections = z.object({
  id: z.number(),
  sections: z.array(z.number()).nullable().describe('Ids of categories; null for all'),
});

export const editorSectionsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/people/sections',
    who: 'admin',
    summary: 'Editors who are limited to sections (1,000 at most)',
    reply: { 200: z.array(EditorSections) },
  }),
  set: defineCall({
    method: 'PUT',
    path: '/api/people/:id/sections',
    who: 'admin',
    summary: 'Limit an editor to categories: in others he has the rights of a sub-editor',
    params: usersCalls.setRole.params,
    body: z.object({
      sections: z
        .array(NumericId)
        .min(1, 'accounts.sectionsRequired')
        .max(sectionsLimit)
        .nullable()
        .describe('Ids of categories; null for all'),
    }),
    reply: { 200: EditorSections },
  }),
  mine: defineCall({
    method: 'GET',
    path: '/api/desk/sections',
    who: 'writers',
    summary: 'The categories that the current editor is limited to; null for all',
    reply: {
      200: z.object({
        sections: z.array(Category.pick({ id: true, name: true, slug: true, former_slugs: true })).nullable(),
      }),
    },
  }),
};
