import type { Shell } from '../../shell.contract.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SearchWay } from './search-way.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Search, date, language, theme and the reader's own menu: the first line of every page. */
export function TopStrip({ shell }: { shell: Shell | undefined }) {
  return (
    <div className="top-strip border-rule border-b bg-wash text-sm">
      <div className="page flex min-h-16 flex-wrap items-center justify-end sm:gap-x-2 md:gap-x-4">
        <SearchWay />
        <div className="flex items-center">
          <time dateTime={shell?.today.iso} className="tabular text-soft" title={shell?.today.long}>
            {shell?.today.short}
          </time>
          <LanguageMenu />
        </div>
        <ThemeButton />
        <AvatarMenu />
      </div>
    </div>
  );
}
