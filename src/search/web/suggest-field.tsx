import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { queryMaxLength } from '#src/search-index/documents.rules.ts';
import { TextField } from '#src/ui/field.tsx';
import type { Suggestion } from '../search.contract.ts';

const pauseMs = 250;

/** Search field with autocomplete: suggests words and titles (combobox). */
export function SuggestField({ value }: { value: string }) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(text, open);
  const shown = open && suggestions.length > 0;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = ({ text, story }: Suggestion) => {
    close();
    if (story !== null) return void navigate(to('/news/:id', { id: story }));
    setText(text);
    // Submit after React has updated the value of the input.
    requestAnimationFrame(() => field.current?.form?.requestSubmit());
  };
  const step = (by: number) => {
    setOpen(true);
    const positions = suggestions.length + 1; // the field itself, without a selection, is one of them
    setActive(((active + 1 + by + positions) % positions) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = suggestions[active];
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
        inputMode="search"
        enterKeyHint="search"
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
        {open && text ? t('search.suggestionCount', { count: suggestions.length }) : ''}
      </p>
      <div id={listId} role="listbox" aria-label={t('search.suggestions')} className="suggestions" hidden={!shown}>
        {suggestions.map((suggestion, index) => (
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

/** Suggestions for a text, debounced; the previous ones remain until then. */
function useSuggestions(text: string, enabled: boolean): Suggestion[] {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  // Debounce: a request per keystroke would be about ten per word.
  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        // Imported on demand: most visitors of the page only read results.
        const { fetchSuggestions } = await import('./ask-suggestions.ts');
        setSuggestions(await fetchSuggestions(text, controller.signal));
      } catch {
        // Ignore failures: the search works without suggestions.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, enabled]);
  return text.trim() ? suggestions : [];
}
