import { useRevalidator } from 'react-router';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage, FallbackLinks } from '#src/ui/error-page.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { ChangedSettings, type SettingGroups, type SettingView, settingsCalls } from '../settings.contract.ts';
import { SettingField, sentValue, typedText } from './setting-field.tsx';
import { useTyped } from './use-typed.ts';

export const handle = { texts: ['settings', 'accounts', 'errors'] };

/** All settings, grouped by heading. Sends only changed values. */
export default function SettingsPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const to = usePaths();
  const list = useCall(settingsCalls.list);
  if (list.isLoadingError && list.error.status === 403)
    return <ErrorPage status={403} sentence={t('settings.failed')} />;
  return (
    <FormPage title={t('settings.title')} lead={t('settings.lead')} wide>
      <a className="link mt-2 inline-flex min-h-11 items-center" href={to('/admin/health')}>
        {t('settings.siteHealth')}
      </a>
      {list.isLoadingError ? (
        <>
          <LoadFailure sentence={t('settings.failed')} call={list} />
          <FallbackLinks />
        </>
      ) : allowed && list.data ? (
        <SettingsForm groups={list.data} />
      ) : (
        <p className="py-10 text-soft">{t('settings.loading')}</p>
      )}
    </FormPage>
  );
}

function SettingsForm({ groups }: { groups: SettingGroups }) {
  const { t } = useTexts();
  const { revalidate } = useRevalidator();
  const { busy, errors, submit, clear } = useSubmission();
  const { run, dialog } = useReauthentication();
  const { typed, type, rebase, discard } = useTyped();
  const settings = groups.flatMap((group) => group.settings);
  const textOf = (setting: SettingView) => typed[setting.key]?.text ?? typedText(setting, setting.value);
  const changed = settings.filter((setting) => textOf(setting) !== typedText(setting, setting.value));

  const save = () =>
    submit(
      () =>
        run(async () => {
          const values = Object.fromEntries(
            changed.map((setting) => [setting.key, sentValue(setting, textOf(setting))]),
          );
          const known = Object.fromEntries(changed.flatMap(({ key }) => (typed[key] ? [[key, typed[key].base]] : [])));
          await callApi(settingsCalls.change, { body: { values, known } });
          await refetch(settingsCalls.list);
          discard();
          toast({ kind: 'success', text: 'settings.saved' });
          await revalidate(); // the layout shows settings such as the site's name
        }),
      (error) => {
        const theirs = ChangedSettings.safeParse(error.body).data;
        if (theirs) rebase(theirs.current);
        toastFailure(error, 'settings.saveFailed');
      },
    );

  return (
    <>
      <Form className="" onSubmit={() => void save()}>
        {groups.map(({ title, settings }) => (
          <Section key={title} title={title}>
            <div className="mt-4 grid gap-5">
              {settings.map((setting) => (
                <SettingField
                  key={setting.key}
                  setting={setting}
                  text={textOf(setting)}
                  error={errors[setting.key]}
                  onChange={(text) => {
                    clear(setting.key);
                    type(setting, text);
                  }}
                />
              ))}
            </div>
          </Section>
        ))}
        <div className="sticky bottom-0 mt-10 flex flex-wrap items-center gap-4 border-ink border-t bg-paper py-4">
          <Button type="submit" disabled={busy} reason={changed.length ? undefined : t('settings.nothingChanged')}>
            {t('settings.save')}
          </Button>
          {changed.length > 0 && (
            <>
              <p className="text-soft">{t('settings.changes', { count: changed.length })}</p>
              <Button kind="quiet" disabled={busy} onClick={discard}>
                {t('settings.discard')}
              </Button>
            </>
          )}
        </div>
      </Form>
      {dialog}
    </>
  );
}
