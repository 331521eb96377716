import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useCloseOnNavigation } from '#src/ui/menu.tsx';
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
  const bar = useRef<HTMLElement>(null);
  const [stuck, setStuck] = useState(false);

  // A stuck bar is one pixel above the window's edge, so an IntersectionObserver detects it as not fully visible.
  useEffect(() => {
    if (!bar.current) return;
    const observer = new IntersectionObserver(([entry]) => setStuck((entry?.intersectionRatio ?? 1) < 1), {
      threshold: [1],
    });
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);

  return (
    <nav ref={bar} aria-label={t('shell.categories')} className={`category-bar ${stuck ? 'stuck' : ''}`}>
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
  const { pathname } = useLocation();
  const isWriter = useSession(({ role }) => isAllowed(role, 'writers'));
  const entries = [
    { href: to('/e-paper'), label: t('shell.ePaper') },
    { href: to('/news'), label: t('shell.home') },
    ...categories.map(({ name, slug }) => ({ href: to('/category/:category', { category: slug }), label: name })),
    ...(isWriter ? [{ href: to('/admin-create'), label: t('shell.postNews') }] : []),
  ];
  return entries.map(({ href, label }) => (
    <li key={href}>
      <a className="nav-link" href={href} aria-current={isCurrent(pathname, href) ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ));
}

// Matches a category's subcategories too. A plain prefix would not do: /news is a prefix of every story.
const isCurrent = (pathname: string, href: string) => {
  const here = decodeURI(pathname);
  const there = decodeURI(href);
  return here === there || here.startsWith(`${there}/subcategory/`);
};
