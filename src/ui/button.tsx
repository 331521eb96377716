import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'quiet' | 'danger';
  /** Why the button is disabled; shown beside it. */
  reason?: string | undefined;
  children: ReactNode;
}

const kinds = {
  primary: 'bg-ink text-paper hover:bg-press disabled:bg-rule disabled:text-soft',
  quiet: 'border border-ink hover:bg-wash disabled:border-rule disabled:text-soft',
  danger: 'bg-press text-paper hover:bg-ink disabled:bg-rule disabled:text-soft',
};

export function Button({ kind = 'primary', reason, className = '', children, ...rest }: ButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`inline-flex min-h-11 items-center justify-center gap-2 px-5 font-semibold disabled:cursor-not-allowed ${kinds[kind]} ${className}`}
        aria-describedby={reason === undefined ? undefined : id}
        {...rest}
        disabled={reason !== undefined || rest.disabled}
      >
        {children}
      </button>
      {reason !== undefined && (
        <span id={id} className="text-sm text-soft">
          {reason}
        </span>
      )}
    </>
  );
}
