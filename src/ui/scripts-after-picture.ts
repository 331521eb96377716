// A page of a newspaper fills a slow line for seconds. Where it is what the reader came for, the page's scripts wait until
// it stands, or for so long that it will not come; links and forms work meanwhile.
const longestMs = 8000;

/** Lets them go; stands in the page after them. */
export const letScriptsGo = `{let go=()=>{go=()=>{};document.documentElement.dataset.loaded='';document.querySelectorAll('link[rel=later]').forEach(l=>l.rel='modulepreload');let s=document.createElement('script');s.type='module';s.textContent=document.querySelector('script[type=later]').textContent;document.head.append(s)};addEventListener('load',()=>go());setTimeout(()=>go(),${longestMs})}`;

/** Holds the scripts of a rendered page back, if it lets them go by itself. */
export const holdScripts = (html: string): string =>
  html.includes(letScriptsGo)
    ? html
        .replaceAll('<link rel="modulepreload"', '<link rel="later"')
        .replace('<script type="module" async="">', '<script type="later">')
    : html;
