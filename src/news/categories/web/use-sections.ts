import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import type { Role } from '#src/rules/roles.rules.ts';
import { findBySlug } from '../categories.rules.ts';
import { editorSectionsCalls } from '../editor-sections.contract.ts';
import { roleIn } from '../section-rights.rules.ts';

/** The categories that the user is limited to; null for all, and until the server has answered. */
export function useSections() {
  const isEditor = useSession(({ role }) => role === 'editor');
  return useCall(editorSectionsCalls.mine, {}, isEditor).data?.sections ?? null;
}

/** The user's role for stories of categories, by name or slug. */
export function useRoleIn(): (...categories: (string | null)[]) => Role {
  const role = useSession((session) => session.role);
  const sections = useSections();
  const ids = sections?.map(({ id }) => id) ?? null;
  return (...categories) =>
    roleIn(
      role,
      ids,
      categories.map((name) => (name && findBySlug(sections ?? [], name)?.id) || null),
    );
}
