// Phones store in a film where it was made. The boxes (ISO/IEC 14496-12) and tags that may contain it are overwritten
// in place, so that all offsets in the file stay valid.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { Tasks } from './tasks.ts';

// `udta` contains `loci` and Apple's `©xyz`; `meta` Apple's keys; a `uuid` box often XMP.
const metadataBoxes = new Set(['udta', 'meta', 'uuid']);
/** The boxes that may contain these. */
const parents = new Set(['moov', 'trak', 'moof', 'traf']);
// A film of ten hours in fragments of two seconds has about 130,000; more is an attack.
const mostBoxes = 200_000;
// Programs write one, and a few append theirs to another's.
const mostTags = 10;

interface Box {
  type: string;
  /** Offsets of the box, of its content and of its end. */
  start: number;
  content: number;
  end: number;
}

/** Reads up to `length` bytes at an offset; fewer at the end of the file. */
type Read = (start: number, length: number) => Buffer;

/** Removes metadata from a file. Returns false if it has too many boxes or tags. */
export async function removeMetadata({ path, format }: Tasks['removeMetadata']['input']): Promise<boolean> {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    return format === 'mp3' ? clearTags(file, size) : clearBoxes(file, size);
  } finally {
    closeSync(file);
  }
}

function clearBoxes(file: number, size: number): boolean {
  const boxes = findMetadata(blocksOf(file), size);
  for (const { start, content, end } of boxes ?? []) {
    writeSync(file, 'free', start + 4, 'latin1');
    fillWithZeros(file, content, end);
  }
  return boxes !== undefined;
}

function findMetadata(read: Read, size: number): Box[] | undefined {
  const found: Box[] = [];
  const parts = [{ from: 0, to: size }];
  let count = 0;
  for (const { from, to } of parts)
    for (let box = boxAt(read, from, to); box; box = boxAt(read, box.end, to)) {
      count += 1;
      if (count > mostBoxes) return undefined;
      if (metadataBoxes.has(box.type)) found.push(box);
      else if (parents.has(box.type)) parts.push({ from: box.content, to: box.end });
    }
  return found;
}

/** The box at an offset; undefined at the end, and where no box begins. */
function boxAt(read: Read, start: number, to: number): Box | undefined {
  if (to - start < 8) return undefined;
  const head = read(start, Math.min(16, to - start));
  const type = head.toString('latin1', 4, 8);
  const stated = head.readUInt32BE(0);
  const header = stated === 1 ? 16 : 8;
  if (head.length < header) return undefined;
  // 0: to the end. 1: 64 bits follow the type.
  const size = stated === 0 ? to - start : stated === 1 ? Number(head.readBigUInt64BE(8)) : stated;
  if (size < header) return undefined;
  return { type, start, content: Math.min(start + header, to), end: Math.min(start + size, to) };
}

/** Empties the ID3v2 tags at the beginning: what remains is padding (ID3v2.4, 3.1 and 3.3). */
function clearTags(file: number, size: number): boolean {
  const read = blocksOf(file);
  for (let at = 0, count = 0; ; count += 1) {
    const head = read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return true;
    if (count === mostTags) return false;
    // Four times seven bits; a footer repeats the header.
    const length = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (head.readUInt8(index) & 0x7f), 0);
    const footer = head.readUInt8(5) & 0x10 ? 10 : 0;
    const end = Math.min(at + 10 + length + footer, size);
    writeSync(file, Buffer.from([0]), 0, 1, at + 5);
    fillWithZeros(file, at + 10, end);
    at = end;
  }
}

const blockBytes = 16_384;

/** Reads a file in blocks, so that small boxes, which lie close together, do not take a read each. */
function blocksOf(file: number): Read {
  const block = Buffer.alloc(blockBytes);
  let [from, length] = [0, 0];
  return (start, bytes) => {
    if (start < from || start + bytes > from + length) {
      from = start;
      length = readSync(file, block, 0, blockBytes, start);
    }
    return block.subarray(start - from, Math.min(start - from + bytes, length));
  };
}

const zeros = Buffer.alloc(65_536);

function fillWithZeros(file: number, from: number, to: number) {
  for (let at = from; at < to; at += zeros.length) writeSync(file, zeros, 0, Math.min(zeros.length, to - at), at);
}
