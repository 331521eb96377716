// Files that anyone may see while what they belong to is public. Their addresses are served without a look into the
// database, so a file that is withheld lies elsewhere.
import type { Files } from './files.ts';

export const publicKey = (name: string): string => `open/${name}`;
export const withheldKey = (name: string): string => `withheld/${name}`;

/** Publishes or withholds files; those that lie there already, or are not made yet, are left alone. */
export async function setPublic(files: Files, names: string[], isPublic: boolean): Promise<void> {
  const [from, to] = isPublic ? [withheldKey, publicKey] : [publicKey, withheldKey];
  await Promise.all(
    names.map(async (name) => {
      if (await files.find(from(name))) await files.move(from(name), to(name));
    }),
  );
}

/** The key under which a file lies now. */
export const currentKey = async (files: Files, name: string): Promise<string> =>
  (await files.find(publicKey(name))) ? publicKey(name) : withheldKey(name);

/** Removes a file wherever it lies. */
export async function removeFile(files: Files, name: string): Promise<void> {
  await Promise.all([publicKey(name), withheldKey(name)].map((key) => files.remove(key)));
}
