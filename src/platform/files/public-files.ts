// Files that are public while the object that they belong to is public. They are served without a database query, so a
// withheld file is stored under another key.
import type { Files } from './files.ts';

export const publicKey = (name: string): string => `open/${name}`;
export const withheldKey = (name: string): string => `withheld/${name}`;

/** Both keys under which a file may be stored. */
export const publicFileKeys = (name: string): string[] => [publicKey(name), withheldKey(name)];

/** Publishes or withholds files. Skips those that are there already or have not been made yet. */
export async function setPublic(files: Files, names: string[], isPublic: boolean): Promise<void> {
  const [from, to] = isPublic ? [withheldKey, publicKey] : [publicKey, withheldKey];
  await Promise.all(
    names.map(async (name) => {
      if (await files.find(from(name))) await files.move(from(name), to(name));
    }),
  );
}

/** The key under which a file is stored at present. */
export const currentKey = async (files: Files, name: string): Promise<string> =>
  (await files.find(publicKey(name))) ? publicKey(name) : withheldKey(name);

/** Removes a file, whether public or withheld. */
export async function removeFile(files: Files, name: string): Promise<void> {
  await Promise.all(publicFileKeys(name).map((key) => files.remove(key)));
}
