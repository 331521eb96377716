import { editionMegabytes } from '#src/epaper/pages/epaper.settings.ts';
import { mediaMegabytes, pictureMegabytes } from '#src/news/stories/news.settings.ts';
import { documentMaxMegabytes } from '#src/submissions/submission/submissions.settings.ts';
import type { UploadLimit } from './calls/call.ts';
import type { Services } from './platform/context.ts';

const megabyte = 1024 * 1024;
const portraitMegabytes = 10; // a phone's largest photograph
const subtitlesMegabytes = 1; // of a film of several hours

/** Largest size of an uploaded file, in bytes. */
export const limitBytes = ({ settings }: Pick<Services, 'settings'>, limit: UploadLimit): number =>
  ({
    portrait: portraitMegabytes,
    picture: settings.get(pictureMegabytes),
    pdf: settings.get(editionMegabytes),
    document: settings.get(documentMaxMegabytes),
    media: settings.get(mediaMegabytes),
    subtitles: subtitlesMegabytes,
  })[limit] * megabyte;
