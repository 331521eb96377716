import { usePaths } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';

/** A link to the editor of a story. The page is the same for everyone; only the browser has the session of an editor. */
export function EditLink({ id }: { id: number }) {
  const { t, language } = useTexts();
  const to = usePaths();
  const role = useSession((session) => session.role);
  if (!isAllowed(role, 'editors')) return null;
  return (
    <a className="story-edit no-print font-sans text-sm" lang={language} href={to('/admin/edit/:id', { id })}>
      {t('news.edit')}
    </a>
  );
}
