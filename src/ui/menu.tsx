import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * A button with a list below it. It is a `<details>`, so it opens without scripts too; with them it closes on a click
 * outside, on Escape and when a choice leads to another page. Menus of one `group` are open one at a time.
 */
export function Menu(props: {
  label: string;
  button: ReactNode;
  group?: string;
  className?: string;
  children: ReactNode;
}) {
  const { label, button, group, className = '', children } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openOn = useRef(key);

  // Clicks and keys outside of the menu never reach its own handlers.
  useEffect(() => {
    const close = (focus = false) => {
      if (!menu.current?.open) return;
      menu.current.open = false;
      if (focus) menu.current.querySelector('summary')?.focus();
    };
    const outside = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) close(); // a pointer event's target is a node
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(true);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

  // Another page has come; what was opened before this one came alive stays open.
  useEffect(() => {
    if (openOn.current === key) return;
    openOn.current = key;
    if (menu.current) menu.current.open = false;
  }, [key]);

  return (
    <details ref={menu} name={group} className={`menu ${className}`}>
      <summary className="menu-button" aria-label={label}>
        {button}
      </summary>
      <ul className="menu-list">{children}</ul>
    </details>
  );
}
