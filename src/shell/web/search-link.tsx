import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';

/** Search field, or a link on phones; hidden on the search page. */
export function SearchLink() {
  const { t } = useTexts();
  const to = usePaths();
  if (usePlace().pathname === to('/search')) return null;
  return (
    <>
      <search className="me-auto hidden md:block">
        <form action={to('/search')} className="flex items-center">
          <input
            name="q"
            type="search"
            required
            aria-label={t('shell.search')}
            placeholder={t('shell.search')}
            className="h-11 w-44 border border-soft bg-paper px-3 placeholder:text-soft"
          />
        </form>
      </search>
      <a
        href={to('/search')}
        className="me-auto grid size-11 place-items-center rounded-full hover:bg-rule md:hidden"
        aria-label={t('shell.search')}
      >
        <Icon name="search" />
      </a>
    </>
  );
}
