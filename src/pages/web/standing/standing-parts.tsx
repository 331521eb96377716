import type { ReactNode } from 'react';
import type { Html } from '#src/calls/html.ts';
import { HtmlText } from '#src/ui/html.tsx';
import '#src/news/web/story.css';
import './standing.css';

/** Paragraphs of a page, if it has any. */
export function Prose({ html, className = 'story-text' }: { html: Html | undefined; className?: string }) {
  return html ? <HtmlText html={html} className={className} /> : null;
}

/** Title and first sentence of a page, with room for a picture below. */
export function StandingHead({ title, lead, children }: { title: string; lead: Html; children?: ReactNode }) {
  return (
    <header className="standing-head">
      <h1>{title}</h1>
      <Prose html={lead} className="standing-lead" />
      {children}
    </header>
  );
}

/** A part of the page: its heading at the side where there is room. */
export function StandingSection({
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
    <section className={`standing-section ${className}`}>
      <h2>{heading}</h2>
      <div className="standing-body">
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
  /** Each with its number. */
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
