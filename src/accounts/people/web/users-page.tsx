import { useState } from 'react';
import { Outlet } from 'react-router';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { twoStepCalls } from '#src/accounts/users/sessions.contract.ts';
import { type ListedUser, usersCalls } from '#src/accounts/users/users.contract.ts';
import { callApi } from '#src/client/api.ts';
import { useDeskList } from '#src/client/desk-list.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { accountRoles } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import type { PersonContext } from './person-context.ts';
import { roleNames } from './role-names.ts';
import { TwoStepResetDialog } from './two-step-reset-dialog.tsx';

export const handle = { texts: ['accounts', 'errors'] };

/** Lists all accounts: search, change roles, disable and enable. */
export default function UsersPage() {
  const { t, locale } = useTexts();
  const myId = useSession(({ user }) => user.user_id);
  const { list, search } = useDeskList(usersCalls.list, ({ people }) => people);
  const { run, dialog } = useReauthentication();
  const [inviting, setInviting] = useState(false);
  const [losing, setLosing] = useState<ListedUser>(); // who has lost the second step
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

  const runAction = (makeCall: () => Promise<unknown>) =>
    run(async () => {
      await makeCall();
      await refetch(usersCalls.list);
      toast({ kind: 'success', text: 'accounts.personChanged' });
    }).catch((error) => {
      toastFailure(error, 'accounts.somethingWrong');
    });
  const setRole = (id: number, role: string) =>
    runAction(() => callApi(usersCalls.setRole, { params: { id }, body: { role } }));
  const toggle = ({ id, disabled }: ListedUser) =>
    runAction(() => callApi(disabled ? usersCalls.enable : usersCalls.disable, { params: { id } }));

  const resetTwoStep = ({ id }: ListedUser) => {
    setLosing(undefined);
    void runAction(() => callApi(twoStepCalls.reset, { params: { id } }));
  };
  const endSessions = ({ id }: ListedUser) => runAction(() => callApi(usersCalls.endSessions, { params: { id } }));

  const mailPasswordLink = ({ id }: ListedUser) =>
    run(async () => {
      const { message } = await callApi(usersCalls.passwordLink, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
    }).catch((error) => toastFailure(error, 'accounts.somethingWrong'));
  return (
    <>
      <ListPage
        title={t('accounts.peopleTitle')}
        columns={[
          t('accounts.name'),
          t('accounts.email'),
          t('accounts.mobile'),
          t('accounts.since'),
          t('accounts.role'),
          t('accounts.account'),
        ]}
        {...list}
        texts={{ loading: t('accounts.loading'), failed: t('accounts.somethingWrong'), empty: t('accounts.noPeople') }}
        older={t('accounts.olderPeople')}
        tools={
          <>
            <SearchBox label={t('accounts.searchPeople')} {...search} />
            <Button onClick={() => setInviting(true)}>{t('accounts.invite')}</Button>
          </>
        }
        row={(person) => [
          <span key="name" className="font-semibold">
            {person.name}
          </span>,
          <bdi key="email">{person.email}</bdi>,
          person.mobile && (
            <bdi key="mobile" dir="ltr">
              {person.mobile}
            </bdi>
          ),
          day.format(new Date(person.created_at)),
          <div key="role" className="grid justify-items-start gap-2">
            <select
              className="min-h-11 border border-soft bg-paper px-2"
              aria-label={t('accounts.roleOf', { name: person.name })}
              value={person.role}
              disabled={person.id === myId}
              onChange={(event) => void setRole(person.id, event.target.value)}
            >
              <Options of={accountRoles.map((role) => [role, t(roleNames[role])])} />
            </select>
            {person.role === 'editor' && <Outlet context={{ person, run: runAction } satisfies PersonContext} />}
          </div>,
          <div key="account" className="flex flex-wrap items-center gap-2">
            <Button
              kind="quiet"
              onClick={() => void toggle(person)}
              reason={person.id === myId ? t('accounts.notOneself') : undefined}
            >
              {person.disabled ? t('accounts.enable') : t('accounts.disable')}
            </Button>
            {person.id !== myId && (
              <OtherUserActions
                person={person}
                onMailLink={() => void mailPasswordLink(person)}
                onEndSessions={() => void endSessions(person)}
                onResetTwoStep={() => setLosing(person)}
              />
            )}
          </div>,
        ]}
      />
      {inviting && <InvitationDialog run={run} onClose={() => setInviting(false)} />}
      {losing && (
        <TwoStepResetDialog
          person={losing}
          onChecked={() => resetTwoStep(losing)}
          onClose={() => setLosing(undefined)}
        />
      )}
      {dialog}
    </>
  );
}

interface OtherUserActionsProps {
  person: ListedUser;
  onMailLink(): void;
  onEndSessions(): void;
  onResetTwoStep(): void;
}

function OtherUserActions({ person, onMailLink, onEndSessions, onResetTwoStep }: OtherUserActionsProps) {
  const { t } = useTexts();
  return (
    <>
      {!person.disabled && (
        <Button kind="quiet" onClick={onMailLink}>
          {t('accounts.mailPasswordLink')}
        </Button>
      )}
      <Button kind="quiet" onClick={onEndSessions}>
        {t('accounts.endSessionsOf')}
      </Button>
      {person.two_step && (
        <Button kind="quiet" onClick={onResetTwoStep}>
          {t('accounts.resetTwoStep')}
        </Button>
      )}
    </>
  );
}
