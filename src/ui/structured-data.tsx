/** JSON as it may stand in a script element: nothing in it can end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Tells search engines what the page shows, in the words of schema.org. Only the server has `of`: readers' browsers make
 * no use of it, so neither the data nor the code that makes it is sent to them a second time.
 * `of={import.meta.env.SSR ? () => storyData(story) : undefined}`
 */
export function StructuredData({ of }: { of: (() => object[]) | undefined }) {
  const json = of ? scriptJson({ '@context': 'https://schema.org', '@graph': of() }) : '';
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />;
}
