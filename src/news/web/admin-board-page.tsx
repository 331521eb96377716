// The same board at the editors' address; readers and search engines are told that /news is its place.
export { default, handle, loader } from './board-page.tsx';
