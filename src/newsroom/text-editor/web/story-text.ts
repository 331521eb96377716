/** Number of pictures that are being uploaded into a text, or have failed. */
export interface UploadCount {
  /** Being uploaded. */
  pending: number;
  failed: number;
}

/** The text of a story in its form. */
export interface StoryTextFieldProps {
  label: string;
  /** Markdown. */
  value: string;
  /** The story's language. */
  language: string;
  error?: string | undefined;
  /** Maximum size of a picture, in MB. */
  pictureMegabytes: number;
  onChange(text: string): void;
  onUploads(count: UploadCount): void;
}
