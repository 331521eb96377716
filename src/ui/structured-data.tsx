/** JSON for a script element, escaped so that it cannot end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Structured data (schema.org) for search engines. Only the server passes `of`: browsers do not use the data, so
 * neither the data nor the code that creates it is sent to them again.
 * `of={import.meta.env.SSR ? () => storyData(story) : undefined}`
 */
export function StructuredData({ of }: { of: (() => object[]) | undefined }) {
  const json = of ? scriptJson({ '@context': 'https://schema.org', '@graph': of() }) : '';
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />;
}
