/** Has the browser download an address of this site to a file of this name. */
export function saveFrom(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}

/** Saves what the page holds as a file of this name. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, filename);
  // Saving begins after the click; the address must live until then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
