export type Theme = 'light' | 'dark';

/** The paper's colour in each theme (app.css), for what the browser draws around the page. */
export const themeColours: Record<Theme, string> = { light: '#fffdf9', dark: '#14120f' };

/** Shows a theme that the reader has chosen, whatever his system prefers. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    colour.media = colour.content === themeColours[theme] ? 'all' : 'not all';
}
