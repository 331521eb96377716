import { type ReactNode, useEffect, useRef } from 'react';
import { usePlace } from '#src/client/place/place.ts';

/**
 * Closes menus on a click outside and on Escape, which also closes the header's lists on a phone, and stores the chosen
 * language, which the script in root.tsx reads when the reader returns to the home page. Inlined in the page, so that it
 * works before hydration.
 */
export const menuScript = !import.meta.env.SSR
  ? ''
  : `{
const close = (inside) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(inside)) menu.open = false;
};
addEventListener('pointerdown', ({ target }) => close(target));
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  const menu = document.querySelector('.menu[open]') ?? document.querySelector('header details[open]');
  menu?.querySelector('summary').focus();
  if (menu) menu.open = false;
  close(null);
});
// The page may come back from the browser's cache.
addEventListener('pagehide', () => {
  for (const menu of document.querySelectorAll('header details[open]')) menu.open = false;
});
addEventListener('click', ({ target }) => {
  const link = target.closest('.menu a[hreflang]');
  try { if (link) localStorage.language = link.hreflang } catch {} // the URL has the language anyway
});
}`;

/** Closes the menu after navigation. A menu that was opened before hydration stays open. */
export function useCloseOnNavigation() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = usePlace();
  const openOn = useRef(key);
  useEffect(() => {
    if (openOn.current === key) return;
    openOn.current = key;
    if (menu.current) menu.current.open = false;
  }, [key]);
  return menu;
}

/**
 * A button with a list below it. It is a `<details>`, so it opens without scripts too; with them it closes on a click
 * outside, on Escape and after navigation. Only one menu of a `group` is open at a time.
 */
export function Menu(props: {
  label: string;
  button: ReactNode;
  group?: string;
  className?: string;
  onOpen?(): void;
  children: ReactNode;
}) {
  const { label, button, group, className = '', onOpen, children } = props;
  const menu = useCloseOnNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have been opened before hydration
  useEffect(() => {
    if (menu.current?.open) onOpen?.();
  }, []);
  return (
    <details
      ref={menu}
      name={group}
      className={`menu ${className}`}
      suppressHydrationWarning // it may be open already
      onToggle={onOpen && (({ currentTarget }) => currentTarget.open && onOpen())}
    >
      <summary className="menu-button" aria-label={label}>
        {button}
      </summary>
      <ul className="menu-list">{children}</ul>
    </details>
  );
}
