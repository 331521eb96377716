import { type ComponentType, createContext, type ReactElement } from 'react';

/** What a component needs to know of the document that it is rendered into. */
export interface DocumentPage {
  /** Renders an island, in its frame, as a tree of its own, as the browser will hydrate it. Returns its name and HTML. */
  renderIsland(island: ComponentType, framed: ReactElement): { name: string; html: string };
  /** Address of the document's script. */
  script: string;
  /** Addresses of what hydrates the islands of the frame. */
  islandFiles: string[];
}

/** Set on the server while a document is rendered; undefined for pages of the application, and in the browser. */
export const DocumentPageContext = createContext<DocumentPage | undefined>(undefined);
