import type { Slice } from '#src/platform/slice.ts';

/** It only has a page. */
export const home: Slice = {};
