import { usePaths } from '#src/client/paths.ts';
import { searchMaxLength } from '#src/epaper/pages/pages.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

interface SearchFormProps {
  label: string;
  words: string;
  /** Replaces the navigation to the search of all editions. */
  onSearch?(words: string): void;
}

/** Search form of the e-paper. Without JavaScript it opens the search of all editions. */
export function SearchForm({ label, words, onSearch }: SearchFormProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <search className="no-print">
      <form
        key={words}
        action={to('/e-paper/search')}
        className="flex"
        onSubmit={(event) => {
          if (!onSearch) return;
          event.preventDefault();
          onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim());
        }}
      >
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          defaultValue={words}
          maxLength={searchMaxLength}
          className="h-11 w-full min-w-0 border border-soft border-e-0 bg-paper px-3 text-base placeholder:text-soft"
        />
        <Button type="submit" kind="quiet" className="shrink-0">
          {t('reader.search')}
        </Button>
      </form>
    </search>
  );
}
