import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Island } from '#src/ui/document/island.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useCloseOnNavigation } from '#src/ui/menu.tsx';
import PostNewsLink from './post-news-link.island.tsx';
import { WingItems } from './site-nav.tsx';

type Categories = { name: string; slug: string }[];

interface CategoryBarProps {
  categories: Categories;
  nameplate: string | undefined;
  /** Whether the page has no other navigation to the rest of the site. */
  withWings: boolean;
}

/** E-paper, news and categories: a sticky bar on wide screens, an expandable list on narrow ones. */
export function CategoryBar({ categories, nameplate, withWings }: CategoryBarProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <nav aria-label={t('shell.categories')} className="category-bar">
      <div className="page flex flex-wrap items-center lg:flex-nowrap">
        <details ref={useCloseOnNavigation()} className="lg:hidden">
          <summary className="flex min-h-11 items-center gap-2 font-semibold">
            <Icon name="menu" />
            {t('shell.sections')}
          </summary>
        </details>
        <ul className="category-links">
          <Links categories={categories} />
          {withWings && <WingItems />}
        </ul>
        <span className="wordmark-room">
          <a href={to('/news')} className="wordmark">
            {nameplate}
          </a>
        </span>
      </div>
    </nav>
  );
}

function Links({ categories }: { categories: Categories }) {
  const { t } = useTexts();
  const to = usePaths();
  const { pathname } = usePlace();
  const entries = [
    { href: to('/e-paper'), label: t('shell.ePaper') },
    { href: to('/news'), label: t('shell.home') },
    ...categories.map(({ name, slug }) => ({ href: to('/category/:category', { category: slug }), label: name })),
  ];
  return (
    <>
      {entries.map(({ href, label }) => (
        <li key={href}>
          <a className="nav-link" href={href} aria-current={isCurrent(pathname, href) ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
      <Island of={PostNewsLink} as="li" className="empty:hidden" />
    </>
  );
}

// Matches a category's subcategories too. A plain prefix would not do: /news is a prefix of every story.
const isCurrent = (pathname: string, href: string) => {
  const here = decodeURI(pathname);
  const there = decodeURI(href);
  return here === there || here.startsWith(`${there}/subcategory/`);
};
