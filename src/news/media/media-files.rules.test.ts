import { expect, test } from 'vitest';
import { isWebVtt, typeOfFile, typeOfHead } from './media-files.rules.ts';

const mp4 = (brand: string) => `\0\0\0\x20ftyp${brand}\0\0\0\0`;
const ebml = '\x1aE\xdf\xa3\x9fB\x82';

test.each([
  [mp4('isom'), 'video/mp4'],
  [mp4('mp42'), 'video/mp4'],
  [mp4('M4V '), 'video/mp4'],
  [mp4('M4A '), 'audio/mp4'],
  [mp4('heic'), undefined],
  [mp4('avif'), undefined],
  [mp4('qt  '), undefined],
  [`${ebml}\x84webm`, 'video/webm'],
  [`${ebml}\x88matroska`, undefined],
  ['OggS\0\x02', 'audio/ogg'],
  ['ID3\x04\0', 'audio/mpeg'],
  ['\xff\xfb\x90', 'audio/mpeg'],
  ['\xff\xf1\x50', undefined], // AAC in ADTS
  ['<html>ftypisom', undefined],
  [' OggS', undefined],
  ['\x1aE\xdf', undefined],
  ['', undefined],
])('the first bytes %j are those of %s', (head, type) => {
  expect(typeOfHead(head)).toBe(type);
});

test('the name decides whether an MP4 of any brand is audio, and nothing else', () => {
  expect(typeOfFile(mp4('mp42'), 'Memo.M4A')).toBe('audio/mp4');
  expect(typeOfFile(mp4('mp42'), 'film.mp4')).toBe('video/mp4');
  expect(typeOfFile(mp4('M4A '), 'film.mp4')).toBe('audio/mp4');
  expect(typeOfFile('<html>', 'memo.m4a')).toBeUndefined();
});

test.each([
  ['WEBVTT', true],
  ['\ufeffWEBVTT\n\n00:00.000 --> 00:01.000\nHello', true],
  ['WEBVTT - of the ferry\r\n', true],
  ['WEBVTTX', false],
  ['\nWEBVTT', false],
  ['<script>WEBVTT', false],
  ['', false],
])('%j is WebVTT: %s', (text, is) => {
  expect(isWebVtt(text)).toBe(is);
});
