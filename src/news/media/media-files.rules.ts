// The types of video and audio files that the library takes, by their first bytes.
import { extensionOf as extensionIn } from '#src/calls/file-names.rules.ts';
import { type MediaFileType, mediaFileTypes } from '#src/news/schema/columns.rules.ts';

/** How many bytes `typeOfHead` needs. */
export const headBytes = 64;

/** The type of a file by its first bytes, each as a character; undefined if it is none of these. */
export function typeOfHead(head: string): MediaFileType | undefined {
  const brand = /^.{4}ftyp(.{4})/s.exec(head)?.[1];
  if (brand) {
    if (/^M4A /.test(brand)) return 'audio/mp4';
    return /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|MSNV)$/.test(brand) ? 'video/mp4' : undefined;
  }
  if (head.startsWith('\x1aE\xdf\xa3')) return head.includes('webm') ? 'video/webm' : undefined; // else Matroska
  if (head.startsWith('OggS')) return 'audio/ogg';
  // An ID3 tag, or the header of an MPEG frame of layer III.
  return /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/.test(head) ? 'audio/mpeg' : undefined;
}

/** The type of a file by its first bytes. Many programs write M4A with the brand of any MP4: then the name decides. */
export function typeOfFile(head: string, fileName: string): MediaFileType | undefined {
  const type = typeOfHead(head);
  return type === 'video/mp4' && extensionIn(fileName) === 'm4a' ? 'audio/mp4' : type;
}

export const extensionOf = (type: MediaFileType): string => mediaFileTypes[type].extensions[0];

/** Whether a text is WebVTT, by its first line. */
export const isWebVtt = (text: string): boolean => /^\ufeff?WEBVTT(?:[ \t\n\r]|$)/.test(text);
