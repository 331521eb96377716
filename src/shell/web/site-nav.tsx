import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu, useCloseOnNavigation } from '#src/ui/menu.tsx';
import { productName } from '#src/ui/page-title.tsx';

/** The site's navigation on all pages except the news. */
export function SiteNav({ nameplate }: { nameplate: string | undefined }) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <nav aria-label={t('shell.siteNav')} className="border-rule border-b">
      <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-8">
        <a href={to('/')} className="py-3 font-black font-serif text-2xl tracking-tight">
          {nameplate ?? productName}
        </a>
        <details ref={useCloseOnNavigation()} className="md:hidden">
          <summary className="menu-button" aria-label={t('shell.menu')}>
            <Icon name="menu" />
          </summary>
        </details>
        <ul className="site-links">
          <NavItems />
        </ul>
      </div>
    </nav>
  );
}

function NavItems() {
  const { t } = useTexts();
  const to = usePaths();
  const { pathname } = usePlace();
  const current = currentIn(pathname);
  return (
    <>
      <li>
        <a className="nav-link" {...current(to('/'))}>
          {t('shell.home')}
        </a>
      </li>
      <li>
        <a className="nav-link" {...current(to('/news'))}>
          {t('shell.newsWing')}
        </a>
      </li>
      <WingItems />
    </>
  );
}

/** The parts of the site beside the news: publication, college, universities, research. */
export function WingItems() {
  const { t } = useTexts();
  const to = usePaths();
  const { pathname } = usePlace();
  const current = currentIn(pathname);
  return (
    <>
      <li>
        <PublicationLink />
      </li>
      <li>
        <Menu
          group="site-nav"
          label={t('shell.higherEducation')}
          button={
            <>
              {t('shell.higherEducation')} <Icon name="down" className="size-4" />
            </>
          }
        >
          <li>
            <a className="menu-item" {...current(to('/college'))}>
              {t('shell.college')}
            </a>
          </li>
          <li>
            <a className="menu-item" {...current(to('/university'))}>
              {t('shell.universities')}
            </a>
          </li>
          <li>
            <a className="menu-item" {...current(to('/research'))}>
              {t('shell.research')}
            </a>
          </li>
        </Menu>
      </li>
    </>
  );
}

const currentIn = (pathname: string) => (href: string) => ({
  href,
  'aria-current': pathname === href ? ('page' as const) : undefined,
});

/** Sends a visitor to the login, which returns to this page: member-link.ts. */
function PublicationLink() {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <a className="nav-link" href={to('/publication')} data-login={to('/login')}>
      {t('shell.publication')}
    </a>
  );
}
