import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Island } from '#src/ui/document/island.tsx';
import type { Shell } from '../shell.contract.ts';
import AccountCorner from './account-corner.island.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SearchLink } from './search-link.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The first line of every page: search, date, language, theme and user menu. */
export function TopStrip({ shell }: { shell: Shell | undefined }) {
  return (
    <div className="top-strip border-rule border-b bg-wash text-sm">
      <div className="page flex min-h-16 flex-wrap items-center justify-end sm:gap-x-2 md:gap-x-4">
        <SearchLink />
        <VisitorLinks />
        <div className="flex items-center">
          <time dateTime={shell?.today.iso} className="tabular text-soft" title={shell?.today.long}>
            {shell?.today.short}
          </time>
          <LanguageMenu />
        </div>
        <ThemeButton />
        <Island of={AccountCorner} />
      </div>
    </div>
  );
}

/** Plans and login, on wide screens; the user menu has the login everywhere. Before what stays, so that nothing moves. */
function VisitorLinks() {
  const { t } = useTexts();
  const to = usePaths();
  const { pathname } = usePlace();
  const links = [to('/payment'), to('/login')].filter((href) => href !== pathname);
  return links.map((href) => (
    <a key={href} className="nav-link hidden lg:inline-flex in-data-member:hidden!" href={href}>
      {t(href === to('/payment') ? 'shell.plans' : 'shell.login')}
    </a>
  ));
}
