import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Role } from '#src/rules/roles.rules.ts';
import { localStore } from './storage.ts';
import { storageKey } from './stored-session.ts';

/** The user as last reported by the server. Never use it for access checks. */
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
  /** The token's role as reported by the server; until then a guess from the stored user. */
  role: Role;
  /** Whether the stored user has been read; until then the current user is unknown. */
  ready: boolean;
  /** The session has expired: on a page that requires one ('leave'), or on any other page ('stay'). */
  expired: false | 'leave' | 'stay';
  /** A session of the newsroom has ended here, so pages of the newsroom ask for a new login. */
  newsroomEnded: boolean;
  login(user: CurrentUser, role: Role): void;
  confirm(role: Role, user: Partial<CurrentUser>): void;
  logout(): void;
  expire(how: 'leave' | 'stay'): void;
}

const visitor: CurrentUser = {
  name: '',
  email: '',
  user_id: null,
  token: '',
  isAdmin: false,
  profile_image: null,
  mobile: null,
};

/** If the storage does not respond within this time, the page continues as for a visitor. */
export const rehydrationTimeoutMs = 5000;

export const useSession = create<Session>()(
  persist(
    (set) => ({
      user: visitor,
      role: 'visitor',
      ready: false,
      expired: false,
      newsroomEnded: false,
      login: (user, role) => set({ user, role, ready: true, expired: false, newsroomEnded: false }),
      confirm: (role, user) => set((state) => ({ role, user: { ...state.user, ...user } })),
      logout: () => set({ user: visitor, role: 'visitor', newsroomEnded: false }),
      expire: (expired) =>
        set(({ user, newsroomEnded }) => ({
          user: visitor,
          role: 'visitor',
          expired,
          newsroomEnded: newsroomEnded || user.isAdmin,
        })),
    }),
    {
      name: storageKey,
      storage: createJSONStorage(localStore),
      partialize: ({ user }) => ({ user }),
      skipHydration: true, // pages are the same for everyone until hydration; then the shell reads the storage
    },
  ),
);

/** Reads the stored user, at the start and when another tab has changed it. Continues without one after the timeout. */
export async function restoreSession(): Promise<void> {
  const timeout = setTimeout(() => useSession.setState({ ready: true }), rehydrationTimeoutMs);
  const before = useSession.getState().user;
  await useSession.persist.rehydrate();
  clearTimeout(timeout);
  useSession.setState(({ user, role, newsroomEnded }) => ({
    ready: true,
    // The role that the server reported for this token is still valid.
    role: user.token === before.token ? role : guessRole(user),
    newsroomEnded: !user.token && (newsroomEnded || before.isAdmin), // ended by another tab
  }));
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

// Called at every rendering, so each token is reported once.
let warnedOf = '';
