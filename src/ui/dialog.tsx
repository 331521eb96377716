import { type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  title: string;
  onClose(): void;
  /** As wide as a page instead of a column. */
  wide?: boolean;
  children: ReactNode;
}

// A style attribute: the site has one stylesheet, which readers would load with it.
const wideStyle = { width: 'min(68rem, calc(100vw - 2rem))' };

/** A native modal dialog: it traps the focus, Escape closes it, and the focus returns to the element that opened it. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog is modal only if it is opened by showModal().
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={title}
      style={wide ? wideStyle : undefined}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] border border-ink bg-paper p-6 text-ink backdrop:bg-black/60"
    >
      <h2 className="font-bold text-2xl">{title}</h2>
      {children}
    </dialog>
  );
}
