import { type ComponentType, createElement, type ReactNode, use, useEffect } from 'react';
import { type Place, PlaceContext, usePlace } from '#src/client/place/place.ts';
import { type Texts, TextsProvider, useTexts } from '#src/messages/texts.tsx';
import { DocumentPageContext } from './document-page.ts';

interface IslandProps {
  /** The default export of a file `*.island.tsx`. */
  of: ComponentType;
  as?: 'div' | 'li';
  className?: string;
}

/**
 * A component that is rendered in place. In a document the browser hydrates it as a tree of its own, together with the others,
 * when one of them is touched or focused, or at once for members: entry.document.ts. In a page of the application it is a part of
 * the page like any other.
 */
export function Island({ of: Content, as = 'div', className = 'contents' }: IslandProps) {
  const page = use(DocumentPageContext);
  const texts = useTexts();
  const place = usePlace();
  if (!page) return createElement(as, { className }, <Content />);
  const { name, html } = page.renderIsland(
    Content,
    <IslandFrame texts={texts} place={place}>
      <Content />
    </IslandFrame>,
  );
  return createElement(as, { className, 'data-island': name, dangerouslySetInnerHTML: { __html: html } });
}

interface IslandFrameProps {
  texts: Pick<Texts, 'language' | 't' | 'need'>;
  place: Place;
  onHydrated?(): void;
  children: ReactNode;
}

/** What an island finds around itself, the same on the server and in the browser. */
export function IslandFrame({ texts: { language, t, need }, place, onHydrated, children }: IslandFrameProps) {
  useEffect(() => onHydrated?.(), [onHydrated]);
  return (
    <TextsProvider language={language} t={t} need={need}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </TextsProvider>
  );
}
