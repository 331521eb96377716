/** The text of a story in its form. */
export interface StoryTextFieldProps {
  label: string;
  /** Markdown. */
  value: string;
  /** The story's language. */
  language: string;
  error?: string | undefined;
  onChange(text: string): void;
}
