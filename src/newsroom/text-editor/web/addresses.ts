// Blocks for chosen pictures and files, and for addresses that are typed or pasted.
import type { JSONContent } from '@tiptap/core';
import {
  type Directive,
  type FileDirective,
  type PictureDirective,
  readDirective,
} from '#src/markdown/directives.rules.ts';
import type { MediaItem } from '#src/news/media/media.contract.ts';
import { storedLink } from './inline-writer.ts';

/** "ferry.example/times" means https; an address of ours begins with a slash. */
export function addressOf(typed: string) {
  const address = typed.trim();
  if (!address || /\s/.test(address)) return null;
  const isWhole = /^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(address);
  return storedLink(isWhole ? address : `https://${address}`);
}

/** The node of a directive. */
export const ofDirective = (directive: Directive, content?: JSONContent[]): JSONContent => ({
  type: directive.name,
  attrs: { directive },
  ...(content && { content }),
});

/** A picture of the library, with the caption that it has there. */
export const pictureOf = ({ id, caption }: MediaItem): PictureDirective => ({
  name: 'picture',
  label: caption,
  id,
  size: 'column',
});

/** The directive of an item of the library: a file has the caption that it has there, or else its title. */
export const directiveOf = (item: MediaItem): PictureDirective | FileDirective =>
  item.kind === 'picture' ? pictureOf(item) : { name: item.kind, label: item.caption || item.title, id: item.id };

/** The block that embeds an address; undefined if it cannot be embedded. */
export function embedBlock(typed: string, label = ''): JSONContent | undefined {
  const url = addressOf(typed)?.href ?? '';
  const directive: Directive = { name: 'embed', label, url };
  return readDirective(`::embed{url="${url.replaceAll(/["\\]/g, '')}"}`) && ofDirective(directive);
}
