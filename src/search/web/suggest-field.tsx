import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Suggestion } from '../search.contract.ts';
import { queryMaxLength } from '../search.rules.ts';

const pauseMs = 250;

/** The field for what is looked for; while typing it offers words and titles, by mouse or by arrow keys. */
export function SuggestField({ value }: { value: string }) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = useSuggestions(text, open);
  const shown = open && offered.length > 0;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = ({ text, story }: Suggestion) => {
    close();
    if (story !== null) return void navigate(to('/news/:id', { id: story }));
    setText(text);
    // The form sends what stands in the field, and that is there after React has written it.
    requestAnimationFrame(() => field.current?.form?.requestSubmit());
  };
  const step = (by: number) => {
    setOpen(true);
    const places = offered.length + 1; // one of them is the field itself, where nothing is chosen
    setActive(((active + 1 + by + places) % places) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[active];
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Enter' && shown && chosen) choose(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative">
      <TextField
        ref={field}
        label={t('search.label')}
        hint={t('search.hint')}
        name="q"
        type="search"
        required
        maxLength={queryMaxLength}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <p role="status" className="sr-only">
        {open && text ? t('search.suggestionCount', { count: offered.length }) : ''}
      </p>
      <div id={listId} role="listbox" aria-label={t('search.suggestions')} className="suggestions" hidden={!shown}>
        {offered.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, per the combobox pattern
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which sets aria-activedescendant
          <div
            key={`${suggestion.story} ${suggestion.text}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
            onClick={() => choose(suggestion)}
          >
            <span>{suggestion.text}</span>
            {suggestion.story !== null && <span className="kicker">{t('search.story')}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

/** What is offered for a text when the typing pauses; what was offered before stands until then. */
function useSuggestions(text: string, wanted: boolean): Suggestion[] {
  const [offered, setOffered] = useState<Suggestion[]>([]);
  // Asking with every letter would ask ten times for one word.
  useEffect(() => {
    if (!wanted) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        // Not needed by those who only read what was found.
        const { askSuggestions } = await import('./ask-suggestions.ts');
        setOffered(await askSuggestions(text, asking.signal));
      } catch {
        // A suggestion that does not come is no fault to speak of: the search works without.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text, wanted]);
  return text.trim() ? offered : [];
}
