import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useReauthentication } from '#src/accounts/web/reauthentication.tsx';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
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
import { type SettingGroups, settingsCalls } from '../settings.contract.ts';
import { SettingField, sentValue, typedText } from './setting-field.tsx';

export const handle = { texts: ['settings', 'accounts', 'errors'] };

/** All settings, grouped by heading. Sends only changed values. */
export default function SettingsPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const list = useCall(settingsCalls.list);
  if (list.isLoadingError && list.error.status === 403)
    return <ErrorPage status={403} sentence={t('settings.failed')} />;
  return (
    <FormPage title={t('settings.title')} lead={t('settings.lead')} wide>
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
  /** Typed texts by key; settings without an entry are unchanged. */
  const [typed, setTyped] = useState<Record<string, string>>({});
  const settings = groups.flatMap((group) => group.settings);
  const changed = settings.filter((it) => typed[it.key] !== undefined && typed[it.key] !== typedText(it, it.value));

  const save = () =>
    submit(
      () =>
        run(async () => {
          const values = Object.fromEntries(changed.map((it) => [it.key, sentValue(it, typed[it.key] ?? '')]));
          await callApi(settingsCalls.change, { body: { values } });
          await refetch(settingsCalls.list);
          setTyped({});
          toast({ kind: 'success', text: 'settings.saved' });
          await revalidate(); // the layout shows settings such as the site's name
        }),
      (error) => toastFailure(error, 'settings.saveFailed'),
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
                  text={typed[setting.key] ?? typedText(setting, setting.value)}
                  error={errors[setting.key]}
                  onChange={(text) => {
                    clear(setting.key);
                    setTyped((all) => ({ ...all, [setting.key]: text }));
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
          {changed.length > 0 && <p className="text-soft">{t('settings.changes', { count: changed.length })}</p>}
        </div>
      </Form>
      {dialog}
    </>
  );
}
