// The same board at the editors' URL; /news is its canonical URL.
export { default, handle, loader } from './board-page.tsx';
