import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Role } from '#src/calls/call.ts';
import { localKept } from './storage.ts';

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
  /** What the token grants, once the server has said so; until then a guess from the stored user. */
  role: Role;
  /** Whether the stored user has been read; until then nobody knows who is here. */
  ready: boolean;
  /** The session has run out: on a page that needs one ('leave'), or while reading ('stay'). */
  expired: false | 'leave' | 'stay';
  login(user: CurrentUser, role: Role): void;
  confirm(role: Role, user: Partial<CurrentUser>): void;
  logout(): void;
  expire(how: 'leave' | 'stay'): void;
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

/** Under which a tab notes when a logout did not reach the server. */
export const unreachedLogoutKey = 'logout-unreached';

/** After this long without the storage's answer the page goes on as for a visitor. */
export const rehydrationTimeoutMs = 5000;

export const useSession = create<Session>()(
  persist(
    (set) => ({
      user: nobody,
      role: 'visitor',
      ready: false,
      expired: false,
      login: (user, role) => set({ user, role, ready: true, expired: false }),
      confirm: (role, user) => set((state) => ({ role, user: { ...state.user, ...user } })),
      logout: () => set({ user: nobody, role: 'visitor' }),
      expire: (expired) => set({ user: nobody, role: 'visitor', expired }),
    }),
    {
      name: storageKey,
      storage: createJSONStorage(localKept),
      partialize: ({ user }) => ({ user }),
      skipHydration: true, // pages are the same for everyone until they are alive; then the shell reads the storage
    },
  ),
);

/** Reads the stored user, at the start or because another tab has changed him; goes on without one when that takes too long. */
export async function restoreSession(): Promise<void> {
  const timeout = setTimeout(() => useSession.setState({ ready: true }), rehydrationTimeoutMs);
  const before = useSession.getState().user.token;
  await useSession.persist.rehydrate();
  clearTimeout(timeout);
  // What the server has said of this token still holds.
  useSession.setState(({ user, role }) => ({ ready: true, role: user.token === before ? role : guessRole(user) }));
}

const guessRole = ({ token, isAdmin }: CurrentUser): Role => (token ? (isAdmin ? 'editor' : 'reader') : 'visitor');

/** Whether a token is missing, undecodable or past its expiry. */
export const isExpired = (token: string): boolean => (tokenExpiry(token) ?? 0) <= Date.now();

/** The expiry in a token's claims, in milliseconds; undefined when they cannot be decoded. */
export function tokenExpiry(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    if (token && token !== warnedOf) console.warn('Invalid token format');
    warnedOf = token;
    return undefined;
  }
}

// Asked at every rendering; one warning is enough.
let warnedOf = '';
