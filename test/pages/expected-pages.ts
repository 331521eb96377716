/** What a reader gets. */
export type Page = { status: number; html: string };

export const including = (words: string) => (page: Page) => page.html.includes(words);
export const isRedirect = ({ status }: Page) => status === 301;
export const without = (words: string) => (page: Page) => page.status === 200 && !page.html.includes(words);
