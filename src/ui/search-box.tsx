import { useEffect, useState } from 'react';
import { TextField } from './field.tsx';

const pauseMs = 300;

/** A search field that calls `onSearch` when the typing pauses. */
export function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch(text: string): void }) {
  const [text, setText] = useState(value);
  // Debounced: a search for every letter would take ten requests for one name.
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <search className="w-full max-w-md">
      <TextField label={label} type="search" value={text} onChange={(event) => setText(event.target.value)} />
    </search>
  );
}
