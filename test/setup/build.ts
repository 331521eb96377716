import { join } from 'node:path';
import { ensureBuild } from '#src/site/build.ts';

/** Builds the pages again if their sources have changed. */
export default (): Promise<void> => ensureBuild(join(import.meta.dirname, '../..'));
