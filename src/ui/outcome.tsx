import { type ReactNode, useEffect, useRef } from 'react';

/** The result of a submitted form and what comes next. Its heading gets the focus, which scrolls it into view. */
export function Outcome({
  title,
  level: Heading = 'h2',
  className = 'mt-6',
  children,
}: {
  title: string;
  level?: 'h2' | 'h3';
  className?: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className={`border border-good p-4 ${className}`}>
      <Heading ref={heading} tabIndex={-1} className="font-bold text-xl">
        {title}
      </Heading>
      <div className="mt-2 grid gap-3">{children}</div>
    </div>
  );
}
