import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { storiesCalls } from '#src/news/stories/stories.contract.ts';

/** How long a shared preview link is valid, in hours. */
export const previewHours = 24;

/** The signature of a link to the preview of a story. */
const PreviewLink = z.object({
  pass: z.string().describe('The link is /preview/<id>?pass=<pass>'),
  expires_at: Instant,
});
export type PreviewLink = z.infer<typeof PreviewLink>;

/** A shared preview link, which is valid for anyone, without its signature. */
const SharedPreviewLink = z.object({
  id: z.uuid(),
  by: z.string().describe('Who made it'),
  created_at: Instant,
  expires_at: Instant,
});
export type SharedPreviewLink = z.infer<typeof SharedPreviewLink>;

const { params } = storiesCalls.get;

export const previewCalls = {
  open: defineCall({
    method: 'GET',
    path: '/api/stories/:id/preview',
    who: 'writers',
    summary: 'A link to the preview of a story with your newest working copy, for a quarter of an hour',
    params,
    reply: { 200: PreviewLink },
  }),
  share: defineCall({
    method: 'POST',
    path: '/api/stories/:id/preview',
    who: 'writers',
    summary: `A link to the same preview that opens for anyone, for ${previewHours} hours`,
    params,
    reply: { 200: PreviewLink },
  }),
  links: defineCall({
    method: 'GET',
    path: '/api/stories/:id/preview/links',
    who: 'writers',
    summary:
      'The links that open for anyone, newest first; without those that have ended with the password of their maker',
    params,
    reply: { 200: z.array(SharedPreviewLink) },
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/api/stories/:id/preview/links/:link',
    who: 'writers',
    summary: 'End such a link, whoever made it',
    params: params.extend({ link: z.uuid() }),
    reply: { 200: Message },
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/stories/:id/preview/picture',
    who: 'anyone',
    summary: 'The picture of a preview, or one in its text, by the signature of its link',
    params,
    query: z.object({ pass: z.string().max(1000), picture: NumericId.optional() }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
