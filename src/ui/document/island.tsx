import { type ComponentType, createElement, type ReactNode, use, useEffect } from 'react';
import { type Place, PlaceContext, usePlace } from '#src/client/place/place.ts';
import { type Texts, TextsProvider, useTexts } from '#src/messages/texts.tsx';
import { DocumentPageContext } from './document-page.ts';

interface IslandProps<Props extends object> {
  /** The default export of a file `*.island.tsx`. */
  of: ComponentType<Props>;
  as?: 'div' | 'li';
  className?: string;
  /** Sent as JSON. */
  props?: Props;
}

/**
 * A component that is rendered in place. In a document the browser hydrates it on its own, when an island is touched or focused,
 * or at once for members: entry.document.ts. In a page of the application it is a part of the page like any other.
 */
export function Island<Props extends object>({
  of: Content,
  as = 'div',
  className = 'contents',
  props,
}: IslandProps<Props>) {
  const page = use(DocumentPageContext);
  const texts = useTexts();
  const place = usePlace();
  const content = <Content {...(props as Props)} /> /* those without properties have none */;
  if (!page) return createElement(as, { className }, content);
  const { name, html } = page.renderIsland(
    <IslandFrame texts={texts} place={place}>
      {content}
    </IslandFrame>,
  );
  return createElement(as, {
    className,
    'data-island': name,
    'data-props': props && JSON.stringify(props),
    dangerouslySetInnerHTML: { __html: html },
  });
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
