// HEIC, the format of phone photos: HEVC, which sharp's build of libvips does not decode. libheif as WebAssembly does.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import openLibheif from 'libheif-js/libheif-wasm/libheif.js';
import sharp, { type ResizeOptions } from 'sharp';

const wasmPath = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');

interface DecodeOptions {
  maxPixels: number;
  /** The picture's colour profile; phones use Display P3. */
  profile: Buffer | undefined;
  /** The box into which the decoded picture is fitted. */
  box: ResizeOptions;
}

/**
 * Decodes the primary picture of a HEIC file to a PNG within `box`, upright, with the colour profile. Throws for a
 * broken file; returns null if it declares more pixels than `maxPixels`.
 */
export async function heicToPng(
  source: string | Uint8Array,
  { maxPixels, profile, box }: DecodeOptions,
): Promise<Buffer | null> {
  const heif = openLibheif({ wasmBinary: await readFile(wasmPath) });
  const context = heif.heif_context_alloc();
  heif.heif_context_read_from_memory(context, typeof source === 'string' ? await readFile(source) : source);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle) > maxPixels) return null;
  const { heif_colorspace_RGB } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGB } = heif.heif_chroma;
  // Applies the file's rotation. The pixels are a view of libheif's memory, without a copy.
  const decoded = heif.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGB);
  const [plane] = decoded.channels;
  const [width, height] = [plane.width, plane.height];
  const png = await sharp(plane.data, { raw: { width: plane.stride / 3, height, channels: 3 } })
    .extract({ left: 0, top: 0, width, height }) // rows may be padded
    .resize(box)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return profile ? withProfile(png, profile) : png;
}

// Signature and IHDR chunk: the profile follows them (PNG, section 5.6).
const headBytes = 33;

// Sharp cannot assign a profile to raw pixels, only convert to one.
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data));
  return Buffer.concat([png.subarray(0, headBytes), frame, data, check, png.subarray(headBytes)]);
}
