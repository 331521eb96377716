import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { TextField } from '#src/ui/field.tsx';
import { type AuthorChoice, authorsCalls } from '../authors.contract.ts';
import { authorNameMaxLength, authorRefs, findAuthor, maxAuthors } from '../authors.rules.ts';
import { AuthorChips } from './author-chips.tsx';

interface AuthorsFieldProps {
  /** Ids in order, separated by commas. */
  value: string;
  error?: string | undefined;
  onChange(value: string): void;
  /** Called with what is typed and not chosen: `value` does not have it, and a save would lose it. */
  onPending(typed: string): void;
}

const offeredAtOnce = 8;

/** A multi-select of authors (combobox with chips, ordered by buttons). An editor may add a guest who is not found. */
export function AuthorsField({ value, error, onChange, onPending }: AuthorsFieldProps) {
  const { t } = useTexts();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useCall(authorsCalls.list);
  const mayAdd = useSession(({ role }) => isAllowed(role, 'editors'));
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [announcement, setAnnouncement] = useState('');
  const { added, busy, add } = useGuests();
  const all = [...(list.data ?? []), ...added.filter(({ id }) => !list.data?.some((one) => one.id === id))];
  const refs = authorRefs(value);
  const chosen = refs.map((ref) => ({ ref, name: findAuthor(all, ref)?.name ?? (list.data ? ref : '…') }));
  const typed = text.trim();
  const offered = offer(all, refs, typed);
  const mayAddTyped = mayAdd && typed !== '' && !all.some(({ slug }) => slug === nameSlug(typed));
  const options = [...offered, ...(mayAddTyped ? [null] : [])];
  const shown = open && options.length > 0 && refs.length < maxAuthors;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const type = (next: string) => {
    setText(next);
    onPending(next.trim());
  };
  const change = (next: string[], message: string) => {
    onChange(next.join(','));
    setAnnouncement(message);
  };
  const choose = ({ id, name }: AuthorChoice) => {
    close();
    type('');
    change([...refs, String(id)], t('bylines.added', { name }));
  };
  const addGuest = async () => {
    close();
    const result = await add(typed);
    if (typeof result === 'object') choose(result);
    else if (result) setAnnouncement(result);
  };
  const take = (index: number) => {
    const author = options[index];
    if (author) choose(author);
    else if (author === null) void addGuest();
  };
  // A complete name is chosen without Enter.
  const onBlur = () => {
    close();
    const named = all.find(({ slug }) => slug === nameSlug(typed));
    if (busy || !named) return;
    if (offered.includes(named)) choose(named);
    else type(''); // he is chosen already
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends a composition of an input method chooses nobody.
    if (busy || event.nativeEvent.isComposing) return;
    const step = (by: number) => {
      setOpen(true);
      const positions = options.length + 1; // the field itself, without a selection, is one of them
      setActive(((active + 1 + by + positions) % positions) - 1);
    };
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Enter' && (shown || typed)) {
      if (shown) take(Math.max(active, 0));
    } else return;
    event.preventDefault(); // Enter would submit the form of the story
  };

  return (
    <div className="relative">
      {chosen.length > 0 && <AuthorChips chosen={chosen} onChange={change} onRemoved={() => field.current?.focus()} />}
      <TextField
        ref={field}
        label={t('bylines.field')}
        hint={t(list.isLoadingError ? 'bylines.loadFailed' : 'bylines.fieldHint')}
        error={error}
        autoComplete="off"
        maxLength={authorNameMaxLength}
        readOnly={busy || refs.length >= maxAuthors}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          type(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setAnnouncement('')}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <p role="status" className={announcement ? 'mt-1 text-sm' : 'sr-only'}>
        {announcement || (open && typed ? t('bylines.found', { count: offered.length }) : '')}
      </p>
      <AuthorOptions id={listId} options={options} typed={typed} active={active} hidden={!shown} onTake={take} />
    </div>
  );
}

interface AuthorOptionsProps {
  id: string;
  /** Null is the guest whose name is typed. */
  options: readonly (AuthorChoice | null)[];
  typed: string;
  /** Index of the option that the keys have reached. */
  active: number;
  hidden: boolean;
  onTake(index: number): void;
}

function AuthorOptions({ id, options, typed, active, hidden, onTake }: AuthorOptionsProps) {
  const { t } = useTexts();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('bylines.field')}
      className="absolute inset-x-0 z-10 max-h-80 overflow-y-auto border border-ink bg-paper"
      hidden={hidden}
    >
      {options.map((author, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, per the combobox pattern
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which sets aria-activedescendant
        <div
          key={author?.id ?? 'new'}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-2 hover:bg-wash aria-selected:bg-ink aria-selected:text-paper"
          onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
          onClick={() => onTake(index)}
        >
          {author ? (
            <>
              <bdi className="font-semibold">{author.name}</bdi>
              <span className="text-sm">
                {[author.role, author.user_id === null ? t('bylines.guest') : ''].filter(Boolean).join(' · ')}
              </span>
            </>
          ) : (
            t('bylines.addGuest', { name: typed })
          )}
        </div>
      ))}
    </div>
  );
}

/** Guests who were added here, before the list of authors has them. */
function useGuests() {
  const { language } = useTexts();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<AuthorChoice[]>([]);
  /** Adds a guest. Returns the author, or why the name is refused, or nothing after a failure that a toast shows. */
  const add = async (name: string): Promise<AuthorChoice | string | undefined> => {
    setBusy(true);
    const form = new FormData();
    form.set('name', name);
    form.set('language', language);
    try {
      const author = await uploadForm(authorsCalls.create, { form });
      setAdded((before) => [...before, author]);
      void refetch(authorsCalls.list);
      return author;
    } catch (error) {
      const reason = error instanceof ApiError ? error.fields.name : undefined;
      if (!reason) toastFailure(error, 'bylines.failed');
      return reason;
    } finally {
      setBusy(false);
    }
  };
  return { added, busy, add };
}

/** The authors who are not chosen and whose name contains the text. */
const offer = (all: readonly AuthorChoice[], refs: string[], typed: string): AuthorChoice[] =>
  all
    .filter((author) => !refs.some((ref) => findAuthor(all, ref)?.id === author.id))
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, offeredAtOnce);
