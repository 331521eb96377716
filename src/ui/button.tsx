import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'quiet' | 'danger';
  /** Why the button is disabled; shown as its tooltip. */
  reason?: string | undefined;
  children: ReactNode;
}

const kinds = {
  primary: 'bg-ink text-paper hover:bg-press disabled:bg-rule disabled:text-soft',
  quiet: 'border border-ink hover:bg-wash disabled:border-rule disabled:text-soft',
  danger: 'bg-press text-paper hover:bg-ink disabled:bg-rule disabled:text-soft',
};

export function Button({ kind = 'primary', reason, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 items-center justify-center gap-2 px-5 font-semibold disabled:cursor-not-allowed ${kinds[kind]} ${className}`}
      title={reason}
      {...rest}
      disabled={reason !== undefined || rest.disabled}
    >
      {children}
    </button>
  );
}
