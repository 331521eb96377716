import { type ReactNode, useEffect, useState } from 'react';
import { initials } from '#src/accounts/users/initials.rules.ts';
import { apiHost } from '#src/client/api-host.ts';
import { canInstall, install } from '#src/client/install.ts';
import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePlan } from '#src/plans/web/plan-store.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Menu } from '#src/ui/menu.tsx';
import type { newsroomLinks } from './newsroom-links.ts';

type Links = typeof newsroomLinks | [];

// Separately, because readers do not need them. Tried again when the menu opens, if it has failed.
const loadLinks = (show: (links: Links) => void) =>
  void import('./newsroom-links.ts').then(
    (module) => show(module.newsroomLinks),
    () => undefined,
  );

/** The user menu; its button shows his picture or initials. */
export function AvatarMenu() {
  const { t } = useTexts();
  const to = usePaths();
  const { go, loadsPages } = usePlace();
  const { user, role } = useSession();
  const [waiting, setWaiting] = useState('');
  const [links, setLinks] = useState<Links>([]);
  const [installable, setInstallable] = useState(false);
  const isStaff = isAllowed(role, 'newsroom');
  useEffect(() => {
    if (isStaff) loadLinks(setLinks);
  }, [isStaff]);

  const onOpen = () => {
    setInstallable(canInstall());
    if (isStaff && links.length === 0) loadLinks(setLinks);
    // Only when a writer opens the menu, so that reading pages make no call. Without the numbers it is as useful.
    if (!isAllowed(role, 'writers')) return;
    void import('#src/newsroom/lists/web/story-list/waiting.ts')
      .then(({ describeWaiting }) => describeWaiting())
      .then(setWaiting, () => undefined);
  };

  // The accessible name contains the button's visible text (WCAG 2.5.3).
  const shown = user.profile_image ? '' : `: ${initials(user.email)}`;
  const logOut = async () => {
    if (!user.token) toast({ kind: 'info', text: 'accounts.notLoggedIn' });
    else {
      const { logOut } = await import('#src/accounts/login/web/log-out.ts');
      const answered = logOut();
      // The next page gets the toast. A page that requires a session redirects in a microtask; go after that.
      await (loadsPages ? answered : Promise.resolve());
    }
    go(user.isAdmin ? to('/admin') : to('/login'));
  };

  return (
    <Menu label={t('shell.avatarMenu') + shown} button={<Avatar />} onOpen={onOpen}>
      {user.token ? (
        <li className="px-4 pb-2 text-soft">
          <p className="truncate">
            <bdi>{user.email}</bdi>
          </p>
          <PlanUntil />
        </li>
      ) : (
        <>
          {/* Wide screens have it in the top strip. */}
          <MenuLink href={to('/login')} className="lg:hidden">
            {t('shell.login')}
          </MenuLink>
          <MenuLink href={to('/register')}>{t('shell.register')}</MenuLink>
        </>
      )}
      <MenuLink href={to('/for-you')}>{t('shell.forYou')}</MenuLink>
      {installable && (
        <li>
          <button type="button" className="menu-item" onClick={install}>
            {t('shell.install')}
          </button>
        </li>
      )}
      <MenuLink href={to('/profile/edit')}>{t('shell.profileEdit')}</MenuLink>
      {links.map(
        ([path, text, audience]) =>
          isAllowed(role, audience) && (
            <MenuLink key={path} href={to(path)}>
              {path === '/admin/stories' && waiting ? (
                <span>
                  {t(text)}
                  <span className="block text-sm text-soft">{waiting}</span>
                </span>
              ) : (
                t(text)
              )}
            </MenuLink>
          ),
      )}
      <li className="mt-2 border-rule border-t pt-2">
        <button type="button" className="menu-item" onClick={logOut}>
          {t('shell.logOut')}
        </button>
      </li>
    </Menu>
  );
}

function PlanUntil() {
  const { t, locale } = useTexts();
  const until = usePlan(({ own }) => own?.until);
  if (!until) return null;
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  return <p>{t('shell.planUntil', { date: day.format(new Date(until)) })}</p>;
}

const MenuLink = ({ href, className, children }: { href: string; className?: string; children: ReactNode }) => (
  <li className={className}>
    <a href={href} className="menu-item">
      {children}
    </a>
  </li>
);

function Avatar() {
  const { user } = useSession();
  const [broken, setBroken] = useState<string | null>(null);
  const image = user.profile_image;
  if (!image) return <span className="avatar">{initials(user.email)}</span>;
  return (
    <img
      className="avatar"
      src={broken === image ? '/avatar.svg' : `${apiHost}${image}`}
      alt=""
      width={50}
      height={50}
      onError={() => setBroken(image)}
    />
  );
}
