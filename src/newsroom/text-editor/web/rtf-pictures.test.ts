import { expect, test } from 'vitest';
import { bytesOf, picturesInRtf } from './rtf-pictures.ts';

const hexOf = (rtf: string) =>
  picturesInRtf(rtf).map((picture) => [picture.type, Buffer.from(bytesOf(picture, 100) ?? []).toString('hex')]);
const png = (hex: string) =>
  String.raw`{\pict{\*\picprop{\sp{\sn shapeType}{\sv 75}}}\picw10\pngblip\bliptag-1`.concat(
    String.raw`{\*\blipuid 00ff}`,
    hex,
    '}',
  );

test('pictures as Word writes them, each once, in their order', () => {
  const word = String.raw`{\rtf1\ansi{\fonttbl{\f0 Calibri;}}{\*\listtable{\*\listpicture{\pict\pngblip 99}}}
{\header{\pict\pngblip 98}}\pard One \{not a group\} caf\'e9\par
{\*\shppict${png('89504e\r\n47')}}{\nonshppict{\pict\wmetafile8 0100}}\par Two
{\shp{\*\shpinst{\sp{\sn pib}{\sv {\pict\jpegblip FFD8}}}}{\shprslt{\pict\wmetafile8 0100}}}
{\pict\emfblip 0102}{\pict\pngblip\bin4 }{\{}{\pict\jpegblip ffd9}}`;
  expect(hexOf(word)).toEqual([
    ['image/png', '89504e47'],
    ['image/jpeg', 'ffd8'],
    [null, ''],
    [null, ''],
    ['image/jpeg', 'ffd9'],
  ]);
});

test.each([
  ['no RTF', 'Some {\\pict\\pngblip 00} text'],
  ['an empty text', ''],
  ['a picture outside of groups', '{\\rtf1}\\pict\\pngblip 00'],
])('%s has no pictures', (_, rtf) => {
  expect(picturesInRtf(rtf)).toEqual([]);
});

test.each([
  ['odd', '123'],
  ['no digits', '12 xx'],
  ['too long', '00'.repeat(101)],
  ['nothing', ''],
])('digits that are %s have no bytes', (_, hex) => {
  expect(hexOf(`{\\rtf1{\\pict\\pngblip ${hex}`)).toEqual([['image/png', '']]);
});

test('hostile texts are read to their end', () => {
  const many = 200_000;
  expect(picturesInRtf(`{\\rtf1${'{'.repeat(many)}`)).toEqual([]);
  expect(picturesInRtf(`{\\rtf1${'}'.repeat(many)}{\\pict 00}`)).toHaveLength(1);
  expect(picturesInRtf(`{\\rtf1${'\\'.repeat(many + 1)}`)).toEqual([]);
  expect(picturesInRtf('{\\rtf1{\\pict\\pngblip\\bin9999999999 00}{\\pict 00}}')).toHaveLength(1);
  expect(picturesInRtf(`{\\rtf1${'{\\pict\\pngblip 00'.repeat(many)}`)).toHaveLength(many);
});
