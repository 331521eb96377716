import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { heicClaiming, largeHeic } from '#test/factories/hostile-pictures.ts';
import { phonePhoto, pictureFile } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

const send = (image: File) => editor.form('POST', '/api/admin', storyFields({ image }));
const heic = async (name?: string) => {
  const { buffer, ...photo } = await phonePhoto(name);
  return new File([new Uint8Array(buffer)], photo.name, { type: photo.mimeType });
};

describe('a HEIC picture', () => {
  test.each([undefined, 'upload.png', 'IMG_1.heif'])('is converted to an upright JPEG in sRGB (%s)', async (name) => {
    const { image_url } = await createStory(editor, { image: await heic(name) });
    const { status, body } = await site.visitor.get(`/api${image_url}`);
    expect(status).toBe(200);
    const { format, width, height, icc } = await sharp(body).metadata();
    expect({ format, width, height, icc }).toEqual({ format: 'jpeg', width: 160, height: 240, icc: undefined });
    const pixel = async (top: number) => [
      ...(await sharp(body).extract({ left: 80, top, width: 1, height: 1 }).raw().toBuffer()),
    ];
    // Without its profile the red would be (234, 51, 35) and darker.
    const [red = 0, green = 255] = await pixel(60);
    expect(red).toBeGreaterThan(248);
    expect(green).toBeLessThan(12);
    const [, , blue = 0] = await pixel(180);
    expect(blue).toBeGreaterThan(190);
  });

  test('that is truncated is rejected with the reason', async () => {
    const whole = await (await heic()).bytes();
    for (const bytes of [whole.slice(0, 40), whole.slice(0, 500), whole.slice(0, -60)]) {
      const { status, body } = await send(new File([bytes], 'IMG_1.HEIC'));
      expect(status).toBe(422);
      expect(body.fields).toEqual({ image: 'The picture could not be read; it may be damaged.' });
    }
  });

  test('that declares too many pixels is rejected before it is decoded', async () => {
    const { status, body } = await send(await heicClaiming(8000, 6300));
    expect(status).toBe(422);
    expect(body.fields).toEqual({ image: 'The picture has too many pixels (more than 50 million).' });
  });

  test('that holds more pixels than it declares takes no more memory than any picture', async () => {
    const { status, body } = await send(await largeHeic(640, 480));
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(['image']);
  });
});

test('every refusal of a picture names its field', async () => {
  const whole = await (await pictureFile(800, 600, 'jpeg')).bytes();
  for (const file of [new File([whole.slice(0, 900)], 'upload.png'), await pictureFile(10_000, 6_000)]) {
    const { status, body } = await send(file);
    expect([status, body.fields]).toEqual([422, { image: body.error }]);
  }
});
