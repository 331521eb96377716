declare module 'virtual:document-script' {
  /** Address of the script of documents. */
  export const script: string;
  /** Addresses of what hydrates the islands of the frame. */
  export const islandFiles: string[];
}
