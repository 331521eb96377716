import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';

/** The last entry of the category bar, for those who write. */
export default function PostNewsLink() {
  const { t } = useTexts();
  const href = usePaths()('/admin-create');
  const { pathname } = usePlace();
  const isWriter = useSession(({ role }) => isAllowed(role, 'writers'));
  if (!isWriter) return null;
  return (
    <a className="nav-link" href={href} aria-current={pathname === href ? 'page' : undefined}>
      {t('shell.postNews')}
    </a>
  );
}
