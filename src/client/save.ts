/** Downloads a URL of this site under this file name. */
export function saveFrom(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}

/** Saves a blob under this file name. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, filename);
  // The download starts after the click, so the object URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
