import type { ReactNode } from 'react';
import type { Html } from '#src/calls/html.ts';
import { HtmlText } from '#src/ui/html.tsx';
import '#src/news/published/web/story.css';
import './static-page.css';

/** Paragraphs of a page; nothing if there are none. */
export function Prose({ html, className = 'story-text' }: { html: Html | undefined; className?: string }) {
  return html ? <HtmlText html={html} className={className} /> : null;
}

/** Title and lead of a page; children are shown below. */
export function StaticPageHead({ title, lead, children }: { title: string; lead: Html; children?: ReactNode }) {
  return (
    <header className="static-page-head">
      <h1>{title}</h1>
      <Prose html={lead} className="static-page-lead" />
      {children}
    </header>
  );
}

/** A section of the page, with its heading at the side on wide screens. */
export function StaticPageSection({
  heading,
  text,
  className = '',
  children,
}: {
  heading: string;
  text?: Html;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <section className={`static-page-section ${className}`}>
      <h2>{heading}</h2>
      <div className="static-page-body">
        <Prose html={text} />
        {children}
      </div>
    </section>
  );
}

export function Lines({ items }: { items: string[] }) {
  return (
    <ul className="lines">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

interface EntriesProps {
  items: { name: string; text: Html; length?: string }[];
  columns: 'two' | 'three' | 'four';
  /** Shows a number with each entry. */
  numbered?: boolean;
}

/** Named entries between hairlines, in as many columns as fit. */
export function Entries({ items, columns, numbered = false }: EntriesProps) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <List className={`entries ${columns}`}>
      {items.map(({ name, text, length }, index) => (
        <li key={name}>
          {numbered && (
            <span className="figure" aria-hidden="true">
              {index + 1}
            </span>
          )}
          <h3>{name}</h3>
          {length && <p className="kicker">{length}</p>}
          <Prose html={text} />
        </li>
      ))}
    </List>
  );
}
