// The package has the types of this function, but not at the path that its documentation names.
declare module '@messageformat/core/compile-module' {
  export { default } from '@messageformat/core/lib/compile-module.js';
}
