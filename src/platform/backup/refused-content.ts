import { safeMessage } from '../log/log-errors.ts';
import { Damaged } from './parts.ts';

// Classes of PostgreSQL's codes that are about values, constraints, names and limits.
const ofContent = /^(?:2[123]|42|54)/;
// Of the file system, if one key is the folder of another.
const ofKeys: ReadonlySet<unknown> = new Set(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY']);

/** Throws Damaged if `restore` fails because of what the backup holds: its checksums do not detect that. */
export async function blamingBackup<T>(restore: () => Promise<T>): Promise<T> {
  try {
    return await restore();
  } catch (error) {
    const sentence = sentenceOf(error);
    throw sentence ? new Damaged(sentence, { cause: error }) : error;
  }
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Damaged) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if ('severity' in error && ofContent.test(String(code)))
    return `PostgreSQL does not take what the backup holds (${safeMessage(error)}).`;
  if (ofKeys.has(code)) return 'The backup holds files of which one has the name of another’s folder.';
  if (error instanceof RangeError) return `The backup holds a value that is nested too deeply (${error.message}).`;
  return sentenceOf(error.cause);
}
