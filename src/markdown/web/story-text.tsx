import { useEffect, useRef } from 'react';
import type { Html } from '#src/calls/html.ts';
import { HtmlText } from '#src/ui/html.tsx';
import { hasBlocks, hasEmbeds } from '../block-marks.rules.ts';
import style from './story-blocks.css?url&no-inline';

/** The text of a story. The styles of blocks and the script of embeds are loaded only for a text that has them. */
export function StoryText({ html, className = '' }: { html: Html; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasEmbeds(html))
      void import('./embed-frames.ts').then(({ offerFrames }) => box.current && offerFrames(box.current));
  }, [html]);
  return (
    <>
      {hasBlocks(html) && <link rel="stylesheet" href={style} precedence="own" />}
      <HtmlText ref={box} className={`story-text ${className}`.trim()} html={html} />
    </>
  );
}
