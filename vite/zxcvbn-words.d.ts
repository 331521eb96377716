// The packages have types for all their lists together only, which a browser would load whole.
declare module '@zxcvbn-ts/language-*.json.mjs' {
  const words: string[];
  export default words;
}
