/** A text with highlighted parts, such as search terms. */
export function Marked({ parts }: { parts: { text: string; marked: boolean }[] }) {
  return parts.map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    marked ? <mark key={index}>{text}</mark> : text,
  );
}
