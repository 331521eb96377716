// Separate from story-blocks.rules.ts, which readers need not load.

/** Whether the HTML of a story has blocks, and so needs their styles. No typed text has unescaped quotation marks. */
export const hasBlocks = (html: string): boolean => html.includes('class="story-block');

/** Whether the HTML of a story has embeds, and so needs their script. */
export const hasEmbeds = (html: string): boolean => html.includes('" data-frame="');
