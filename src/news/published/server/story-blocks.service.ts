import type { SQL } from 'drizzle-orm';
import { apiHost } from '#src/client/api-host.ts';
import type { BlockFile, BlockPicture, BlockResources } from '#src/markdown/story-blocks.rules.ts';
import { directivesIn, referencesIn } from '#src/markdown/story-text.rules.ts';
import { isLanguage, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import {
  mediaFileName,
  mediaFilePath,
  previewFilePath,
  subtitlesFileName,
} from '#src/news/media/server/media-file-storage.service.ts';
import { variantWidths } from '#src/news/media/server/picture-variants.service.ts';
import { mediaFileTypes } from '#src/news/schema/columns.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { isCentre, objectPosition } from '#src/rules/focal-point.rules.ts';
import type { PictureInText, PictureStatements, VideoInText } from '../reading.contract.ts';
import { type BlockFileRow, listBlockFiles, listBlockPictures, listLinkedStories } from './story-blocks.queries.ts';

type LoadedBlocks = Omit<BlockResources, 'pictures' | 'files'> & {
  pictures: ReadonlyMap<number, BlockPicture & PictureStatements>;
  files: ReadonlyMap<number, BlockFile & { createdAt: Date }>;
};

interface PreviewOptions {
  /** Which pictures it shows beside those that are public. */
  isVisible: SQL | undefined;
  /** Path below the API of a picture that need not be public. */
  picturePath(id: number): string;
}

/**
 * What the blocks of a story's text refer to, with at most one query for each kind: for readers what is public, for a
 * preview what its maker may see. The notes are in the language of the story.
 */
export async function loadBlocks(
  ctx: Context,
  { body, language }: { body: string; language: string },
  preview?: PreviewOptions,
): Promise<LoadedBlocks> {
  const ids = referencesIn(body);
  const pictures = await whereAny(ids.pictures, (some) => listBlockPictures(ctx.db, some, preview?.isVisible));
  const files = await whereAny(ids.files, (some) => listBlockFiles(ctx.db, some, !preview));
  const blockFile = async (row: BlockFileRow) => {
    const path = async (file: string) =>
      preview ? previewFilePath(ctx, file) : mediaFilePath({ ...ctx, actor: { role: 'visitor' } }, file, true);
    const { title, caption, credit, type, createdAt } = row;
    const subtitles = row.subtitlesName && {
      subtitlesPath: await path(subtitlesFileName(row.subtitlesName)),
      language,
    };
    const { kind } = mediaFileTypes[type];
    return { kind, path: await path(mediaFileName(row)), type, title, caption, credit, createdAt, ...subtitles };
  };
  const stories = await whereAny(ids.stories, (some) => listLinkedStories(ctx.db, some));
  const known = isLanguage(language) ? language : ctx.language;
  return {
    t: translator(known),
    locale: languages[known].locale,
    host: apiHost,
    pictures: new Map(
      pictures.map(({ id, variants, focusX: x, focusY: y, ...picture }) => [
        id,
        {
          ...picture,
          ...(preview ? { webp: [], avif: [], path: preview.picturePath(id) } : variantWidths(variants)),
          ...(!isCentre({ x, y }) && { objectPosition: objectPosition({ x, y }) }),
        },
      ]),
    ),
    files: new Map(await Promise.all(files.map(async (row) => [row.id, await blockFile(row)] as const))),
    stories: new Map(stories.map(({ id, ...story }) => [id, { ...story, path: pathIn(ctx.language, `/news/${id}`) }])),
    showsMissing: preview !== undefined,
  };
}

// Enough for search engines; each is some 200 bytes of the page.
const maxListed = 20;

/** The pictures in a text with their captions, each once. */
export function listPicturesInText(body: string, { pictures }: LoadedBlocks): PictureInText[] {
  const directives = pictures.size ? directivesIn(body) : [];
  const named = directives.flatMap((it) => (it.name === 'gallery' ? it.pictures : it.name === 'picture' ? [it] : []));
  const labels = new Map(named.toReversed().map(({ id, label }) => [id, label]));
  return [...new Set(named.map(({ id }) => id))].slice(0, maxListed).flatMap((id) => {
    const found = pictures.get(id);
    if (!found) return [];
    const { name, width, height, caption, credit, licence, licenceName } = found;
    return [{ name, width, height, caption: labels.get(id) || caption, credit, licence, licenceName }];
  });
}

/** The videos of the library in a text with their captions, each once. */
export function listVideosInText(body: string, { files, host }: LoadedBlocks): VideoInText[] {
  const videos = (files.size ? directivesIn(body) : []).flatMap((it) => (it.name === 'video' ? [it] : []));
  const labels = new Map(videos.toReversed().map(({ id, label }) => [id, label]));
  return [...new Set(videos.map(({ id }) => id))].slice(0, maxListed).flatMap((id) => {
    const found = files.get(id);
    if (found?.kind !== 'video') return [];
    const { path, type, title, caption, credit, createdAt } = found;
    const uploadedAt = createdAt.toISOString();
    return [{ path: host + path, type, title, caption: labels.get(id) || caption, credit, uploadedAt }];
  });
}

const whereAny = async <Row>(ids: number[], list: (ids: number[]) => Promise<Row[]>): Promise<Row[]> =>
  ids.length ? list(ids) : [];
