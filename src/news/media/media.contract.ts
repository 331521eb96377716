// Calls of the media library: the pictures that stories show, with what readers must know about them.
import { z } from 'zod';
import { defineCall, defineLimit, fileField, Instant, Message, NumericId } from '#src/calls/call.ts';
import { licences, mediaKinds } from '#src/news/schema/columns.rules.ts';
import { storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { queryMaxLength } from '#src/search-index/documents.rules.ts';

export const altMaxLength = 500;

const Percent = z.number().int().min(0).max(100);

/** What the newsroom states about a picture or a file. */
export const MediaDetails = z.object({
  title: z.string().max(300).describe('Of a video or an audio file; pictures have none'),
  alt: z.string().max(altMaxLength).describe('What a picture shows, for those who do not see it'),
  caption: z.string().max(500),
  credit: z.string().max(200).describe('Who made it; shown to readers'),
  licence: z.enum(licences),
  licence_name: z.string().max(200).describe('The licence in words, such as "CC BY 4.0"'),
  source: z.string().max(500).describe('Where it comes from: an address or a text; not shown to readers'),
  focus_x: Percent.describe('Focal point of a picture, in percent from its left; stories that choose it begin with it'),
  focus_y: Percent.describe('Focal point of a picture, in percent from its top'),
});
export type MediaDetails = z.infer<typeof MediaDetails>;

/** A picture or a file of the library. `kind` and `id` identify it. */
export const MediaItem = MediaDetails.extend({
  kind: z.enum(mediaKinds),
  id: z.number(),
  file_name: z.string().describe('As it was uploaded; empty if unknown'),
  url: z.string().describe('Path to append to the API host; signed for 15 minutes unless a public story shows it'),
  thumbnail_url: z.string().nullable().describe('A small copy of a picture'),
  original_url: z.string().nullable().describe('The picture as large as it is stored, signed for 15 minutes'),
  width: z.number().nullable(),
  height: z.number().nullable(),
  uploader: z.string().nullable(),
  created_at: Instant,
  type: z.string().describe('Media type, such as video/mp4'),
  size_bytes: z.number().nullable().describe('Of a video or an audio file'),
  subtitles_url: z.string().nullable().describe('WebVTT of a video or an audio file'),
  public: z.boolean().describe('Whether a public story shows it'),
  editable: z.boolean().describe('Whether the current user may change, replace and delete it'),
});
export type MediaItem = z.infer<typeof MediaItem>;

const Use = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(storyStatuses),
  trashed: z.boolean(),
  lead: z.boolean().describe('Whether it is the lead picture of the story; else it is in the text'),
});
export type MediaUse = z.infer<typeof Use>;

/** One item, with the stories that use it. */
export const MediaItemPage = MediaItem.extend({
  used_in: z.array(Use),
  more_uses: z.number().describe('Stories that use it and are not listed, such as those that the user may not see'),
});
export type MediaItemPage = z.infer<typeof MediaItemPage>;

/** Maximum number of stories that are listed as users of an item. */
export const usesListed = 50;

export const MediaFilter = z.object({
  q: z.string().max(queryMaxLength, 'search.queryTooLong').optional().describe('Words'),
  lacks: z.enum(['alt', 'credit']).optional().describe('Pictures without it'),
  unused: z.stringbool().optional().describe('What no story uses'),
});

const Id = z.object({ id: NumericId });
/** A page uploads many files, one in each request. */
const uploadsLimit = defineLimit({ name: 'media-uploads', attempts: 1000, perSeconds: 600 });
const FileName = z
  .string()
  .max(40)
  .regex(/^[a-f0-9]{24,32}\.(?:mp4|webm|mp3|m4a|ogg|vtt)$/);
const details = MediaDetails.partial().extend({
  focus_x: z.coerce.number().int().min(0).max(100).optional(),
  focus_y: z.coerce.number().int().min(0).max(100).optional(),
});

export const mediaCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/media',
    who: 'writers',
    summary: 'The media library, newest first, by words; `cursor` is the answer’s `next`',
    query: MediaFilter.extend({
      kind: z.enum(mediaKinds).default('picture'),
      limit: z.coerce.number().int().min(1).max(100).default(48),
      cursor: z.string().max(100).optional(),
    }),
    reply: { 200: z.object({ items: z.array(MediaItem), next: z.string().nullable() }) },
  }),
  uploadPicture: defineCall({
    method: 'POST',
    path: '/api/media/pictures',
    who: 'writers',
    summary: 'Upload a picture to the library',
    form: details.extend({ file: fileField('picture').optional() }),
    limit: uploadsLimit,
    reply: { 201: MediaItem },
  }),
  getPicture: defineCall({
    method: 'GET',
    path: '/api/media/pictures/:id',
    who: 'writers',
    summary: 'A picture of the library, and which stories use it',
    params: Id,
    reply: { 200: MediaItemPage },
  }),
  changePicture: defineCall({
    method: 'PUT',
    path: '/api/media/pictures/:id',
    who: 'writers',
    summary: 'Change what is stated about a picture; what is not sent stays',
    params: Id,
    body: MediaDetails.partial(),
    reply: { 200: MediaItem },
  }),
  replacePicture: defineCall({
    method: 'PUT',
    path: '/api/media/pictures/:id/file',
    who: 'writers',
    summary: 'Replace the file of a picture, wherever it is used',
    params: Id,
    form: z.object({ file: fileField('picture').optional() }),
    limit: uploadsLimit,
    reply: { 200: MediaItem },
  }),
  removePicture: defineCall({
    method: 'DELETE',
    path: '/api/media/pictures/:id',
    who: 'writers',
    summary: 'Delete a picture that no story uses; 409 if one does',
    params: Id,
    reply: { 200: Message },
  }),
};

/** Video and audio files. */
export const mediaFileCalls = {
  upload: defineCall({
    method: 'POST',
    path: '/api/media/files',
    who: 'writers',
    summary: 'Upload a video (MP4, WebM) or an audio file (MP3, M4A, Ogg) to the library',
    form: details.extend({ file: fileField('media').optional() }),
    limit: uploadsLimit,
    reply: { 201: MediaItem },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/media/files/:id',
    who: 'writers',
    summary: 'A video or audio file of the library, and which stories use it',
    params: Id,
    reply: { 200: MediaItemPage },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/media/files/:id',
    who: 'writers',
    summary: 'Change what is stated about a file, and its subtitles; what is not sent stays',
    params: Id,
    form: details.extend({
      subtitles: fileField('subtitles').optional().describe('WebVTT'),
      remove_subtitles: z.stringbool().optional(),
    }),
    reply: { 200: MediaItem },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/media/files/:id',
    who: 'writers',
    summary: 'Delete a file that no story uses; 409 if one does',
    params: Id,
    reply: { 200: Message },
  }),
  play: defineCall({
    method: 'GET',
    path: '/api/media/play/:file',
    who: 'anyone',
    summary:
      'A video or audio file, or its subtitles, also by byte ranges; by a signed URL unless a public story shows it',
    params: z.object({ file: FileName }),
    query: z.object({ pass: z.string().max(1000).optional() }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
