import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Role } from '#src/calls/call.ts';

/** The user as this browser knows him: a mirror of what the server said last. Never a reason to trust anything. */
export interface CurrentUser {
  name: string;
  email: string;
  user_id: number | null;
  token: string;
  isAdmin: boolean;
  profile_image: string | null;
  mobile: string | null;
}

export interface Session {
  user: CurrentUser;
  /** What the token grants, once the server has said so. */
  role: Role;
  /** Whether the stored user has been read; until then nobody knows who is here. */
  ready: boolean;
  login(user: CurrentUser, role: Role): void;
  confirm(role: Role, user: Partial<CurrentUser>): void;
  logout(): void;
}

const nobody: CurrentUser = {
  name: '',
  email: '',
  user_id: null,
  token: '',
  isAdmin: false,
  profile_image: null,
  mobile: null,
};

/** Where the user is kept in the browser's storage. */
export const storageKey = 'root';

/** After this long without the storage's answer the page goes on as for a visitor. */
export const rehydrationTimeoutMs = 5000;

export const useSession = create<Session>()(
  persist(
    (set) => ({
      user: nobody,
      role: 'visitor',
      ready: false,
      login: (user, role) => set({ user, role, ready: true }),
      confirm: (role, user) => set((state) => ({ role, user: { ...state.user, ...user } })),
      logout: () => set({ user: nobody, role: 'visitor' }),
    }),
    {
      name: storageKey,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ user }) => ({ user }),
      skipHydration: true, // pages are the same for everyone until they are alive; then the shell reads the storage
    },
  ),
);

/** Reads the stored user, or goes on without one when that takes too long. */
export async function restoreSession(): Promise<void> {
  const timeout = setTimeout(() => useSession.setState({ ready: true }), rehydrationTimeoutMs);
  await useSession.persist.rehydrate();
  clearTimeout(timeout);
  useSession.setState(({ user }) => ({
    ready: true,
    role: user.token ? (user.isAdmin ? 'editor' : 'reader') : 'visitor',
  }));
}

/** When the token runs out, in ms since 1970; 0 when there is none or it cannot be read. */
export function tokenExpiry(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0; // not one of our tokens
  }
}

export const isExpired = (token: string): boolean => tokenExpiry(token) <= Date.now();
