import { type ComponentType, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createRoutesStub, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { toast } from 'react-toastify';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentUserView, sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { RouterPlace } from '#src/client/place/router-place.tsx';
import { queryClient } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { storageKey } from '#src/client/stored-session.ts';
import { browserTranslate, suspendUntilLoaded } from '#src/messages/browser-catalogue.ts';
import { siteLanguages } from '#src/messages/languages.ts';
import { TextsProvider } from '#src/messages/texts.tsx';
import App, { ErrorBoundary } from '#src/root.tsx';
import { inNewsroom, type Role } from '#src/rules/roles.rules.ts';
import type { Shell } from '#src/shell/shell.contract.ts';
import { SiteFrame } from '#src/shell/web/site-frame.tsx';
import { answer, reply, resetNetwork, setSessionEnded } from './network.ts';
import { smallestOf } from './smallest.ts';

export const shell: Shell = {
  today: { short: '28 Nov', long: 'Saturday, 28 November 2026', iso: '2026-11-28' },
  site: {
    name: 'News Wing',
    nameplate: 'News Wing',
    motto: '',
    phone: '+91 22 5555 0100',
    email: 'desk@paper.test',
    address: 'Surat',
    social: { facebook: '', x: '', instagram: '', youtube: '' },
  },
  feeds: [],
  offlineReading: false,
  categories: [{ name: 'Sports News', slug: 'sports-news' }],
};

interface PageModule<Data> {
  // biome-ignore lint/suspicious/noExplicitAny: a page's properties are those that React Router gives it
  default: ComponentType<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  ErrorBoundary?: ComponentType<any>;
  handle?: unknown;
  loader?: (...args: never[]) => Promise<Data>;
}

/** A page at this path, with what its loader returns on the server, or a function that returns or throws it. */
export const at = <Data = undefined>(path: string, page: PageModule<Data>, ...[data]: Loaded<Data>) => ({
  path,
  Component: page.default,
  ...(page.ErrorBoundary && { ErrorBoundary: page.ErrorBoundary }),
  handle: page.handle,
  loader: () => (typeof data === 'function' ? (data as () => unknown)() : (data ?? null)),
});

type Loaded<Data> = Data extends undefined ? [] : [Data | (() => Data | Promise<Data>)];

let root: Root | undefined;
let navigate: NavigateFunction;
let location = '';

/** Path and query of the page that is shown. */
export const here = (): string => location;

/** Goes to another page, as a link does; a number goes through the history. */
export const go = (to: string | number): void | Promise<void> => navigate(to as string); // or as number

function Frame({ children }: { children: React.ReactNode }) {
  navigate = useNavigate();
  const { pathname, search } = useLocation();
  location = pathname + search;
  return (
    <RouterPlace>
      <SiteFrame shell={shell}>{children}</SiteFrame>
    </RouterPlace>
  );
}

/** Opens the first of these pages, or the one at `path`, in the frame of the site. */
export function open(pages: ReturnType<typeof at>[], path = pages[0]?.path ?? '/'): void {
  const Site = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: (props) => (
        <Frame>
          <App {...(props as Parameters<typeof App>[0])} />
        </Frame>
      ),
      ErrorBoundary: () => (
        <Frame>
          <ErrorBoundary />
        </Frame>
      ),
      HydrateFallback: () => null,
      loader: () => ({ siteUrl: 'http://paper.test', offered: siteLanguages, shell }),
      children: [...pages, { path: '*', Component: () => null }],
    },
  ]);
  document.documentElement.lang = 'en';
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <StrictMode>
      <TextsProvider language="en" t={browserTranslate} need={suspendUntilLoaded}>
        <Site initialEntries={[path]} />
      </TextsProvider>
    </StrictMode>,
  );
}

export const toasts = page.getByRole('region', { name: 'Notifications' });

/** Closes the toast, of which there must be one. */
export async function closeToast(): Promise<void> {
  const close = toasts.getByRole('button', { name: 'Close' });
  await expect.poll(() => close.elements().length).toBe(1); // the one that it has replaced slides out
  await close.click();
  await expect.element(toasts.getByRole('alert')).not.toBeInTheDocument();
}

/** The token of a session that ends in an hour. */
const token = () => `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.x`;

const userOf = (role: Exclude<Role, 'visitor'>, id = 7) => ({
  ...smallestOf(CurrentUserView),
  id,
  name: 'Asha Rao',
  email: 'asha@readers.test',
  isAdmin: inNewsroom(role),
  role,
});

/** Logs the browser in, as the login page would. */
export function logIn(role: Exclude<Role, 'visitor'>): void {
  const { id, name, email, isAdmin } = userOf(role);
  const user = { name, email, user_id: id, token: token(), isAdmin, profile_image: null, mobile: null };
  localStorage.setItem(storageKey, JSON.stringify({ state: { user }, version: 0 }));
  answer(sessionCalls.verifyToken, reply(sessionCalls.verifyToken, { user: userOf(role) }));
}

/** After the end of a session: goes through the login, on whose page the browser is, to where it came from. */
export async function logInAgain(role: Exclude<Role, 'visitor'>, id = 7): Promise<void> {
  const call = inNewsroom(role) ? sessionCalls.adminLogin : sessionCalls.userLogin;
  await expect.poll(here).toBe(inNewsroom(role) ? '/admin' : '/login');
  setSessionEnded(false);
  answer(call, reply(call, { token: token(), user: userOf(role, id) }));
  answer(sessionCalls.verifyToken, reply(sessionCalls.verifyToken, { user: userOf(role, id) }));
  await page.getByLabelText('Email').fill('asha@readers.test');
  await page.getByLabelText('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Removes the page that a test has opened, and what it has left in the browser. */
export async function closePage(): Promise<void> {
  toast.dismiss(); // what is shown is known to pages too (client/toasts.ts)
  await expect.poll(() => document.querySelector('.Toastify__toast')).toBeNull();
  root?.unmount();
  document.body.replaceChildren();
  queryClient.clear();
  useSession.setState(useSession.getInitialState());
  localStorage.clear();
  sessionStorage.clear();
  resetNetwork();
}
