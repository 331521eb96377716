// Phones write into a film where it was made. The boxes (ISO/IEC 14496-12) and tags that may contain it are overwritten in
// place, so that all offsets in the file stay valid.
import { type FileHandle, open } from 'node:fs/promises';
import type { MediaFileType } from '../media-files.rules.ts';

// `udta` contains `loci` and Apple's `©xyz`; `meta` Apple's keys; a `uuid` box often XMP.
const metadataBoxes = new Set(['udta', 'meta', 'uuid']);
/** The boxes that may contain these. */
const parents = new Set(['moov', 'trak', 'moof', 'traf']);
// A film of ten hours in fragments of two seconds has about 130,000; more is an attack.
const mostBoxes = 200_000;

interface Box {
  type: string;
  /** Offsets of the box, of its content and of its end. */
  start: number;
  content: number;
  end: number;
}

/**
 * Removes metadata from a file: in MP4 and M4A the boxes that may contain a place, in MP3 the ID3 tags at the beginning.
 * WebM and Ogg stay as they are. Returns false if the file has too many boxes.
 */
export async function removeMetadata(path: string, type: MediaFileType): Promise<boolean> {
  if (type === 'video/webm' || type === 'audio/ogg') return true;
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  if (type === 'audio/mpeg') return await clearTags(file, size); // the file is closed when the function ends
  const boxes = await findMetadata(file, size);
  for (const { start, content, end } of boxes ?? []) {
    await file.write(Buffer.from('free'), 0, 4, start + 4);
    await fillWithZeros(file, content, end);
  }
  return boxes !== undefined;
}

async function findMetadata(file: FileHandle, size: number): Promise<Box[] | undefined> {
  const found: Box[] = [];
  const parts = [{ from: 0, to: size }];
  let count = 0;
  for (const { from, to } of parts)
    for (let box = await boxAt(file, from, to); box; box = await boxAt(file, box.end, to)) {
      count += 1;
      if (count > mostBoxes) return undefined;
      if (metadataBoxes.has(box.type)) found.push(box);
      else if (parents.has(box.type)) parts.push({ from: box.content, to: box.end });
    }
  return found;
}

/** The box at an offset; undefined at the end, and where no box begins. */
async function boxAt(file: FileHandle, start: number, to: number): Promise<Box | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, Math.min(16, to - start), start);
  if (bytesRead < 8) return undefined;
  const type = buffer.toString('latin1', 4, 8);
  const stated = buffer.readUInt32BE(0);
  const header = stated === 1 ? 16 : 8;
  // 0: to the end. 1: 64 bits follow the type.
  const size = stated === 0 ? to - start : stated === 1 ? Number(buffer.readBigUInt64BE(8)) : stated;
  if (size < header) return undefined;
  return { type, start, content: Math.min(start + header, to), end: Math.min(start + size, to) };
}

/** Empties the ID3v2 tags at the beginning: what remains is padding (ID3v2.4, 3.1 and 3.3). */
async function clearTags(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(10), 0, 10, at);
    if (bytesRead < 10 || buffer.toString('latin1', 0, 3) !== 'ID3') return true;
    // Four times seven bits; a footer repeats the header.
    const length = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (buffer.readUInt8(index) & 0x7f), 0);
    const footer = buffer.readUInt8(5) & 0x10 ? 10 : 0;
    const end = Math.min(at + 10 + length + footer, size);
    await file.write(Buffer.from([0]), 0, 1, at + 5);
    await fillWithZeros(file, at + 10, end);
    at = end;
  }
}

const zeros = Buffer.alloc(65_536);

async function fillWithZeros(file: FileHandle, from: number, to: number) {
  for (let at = from; at < to; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, to - at), at);
}
