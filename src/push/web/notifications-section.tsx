import { useEffect, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { useCall } from '#src/client/queries.ts';
import { followedKinds } from '#src/following/reader-lists.rules.ts';
import { useListed } from '#src/following/web/use-listed.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { CheckField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { pushCalls } from '../push.contract.ts';
import { type Change, type DevicePreferences, refreshDevice, supportHere, usePreferences } from './device.ts';
import { changeWithToast } from './preference-toasts.ts';
import { QuietHours } from './quiet-hours.tsx';

const why = { denied: 'push.denied', ios: 'push.ios', unsupported: 'push.unsupported' } as const;

/** What this device is notified of, its quiet hours, and the end of it. */
export function NotificationsSection() {
  const { t } = useTexts();
  const call = useCall(pushCalls.key, { anonymous: true });
  const support = supportHere();
  // Without a network the page shows the last stored choices of this device.
  useEffect(() => void refreshDevice().catch(() => undefined), []);
  const isOff = call.data?.key === '';
  return (
    <Section title={t('push.title')}>
      <p className="mt-2 max-w-prose text-soft">{t('push.lead')}</p>
      {call.isError ? (
        <LoadFailure sentence={t('push.loadFailed')} call={call} />
      ) : isOff ? (
        <p className="mt-4">{t('push.off')}</p>
      ) : support !== 'yes' ? (
        <p className="mt-4 max-w-prose font-semibold">{t(why[support])}</p>
      ) : (
        <Preferences />
      )}
      <p className="mt-4 max-w-prose text-sm text-soft">{t('push.privacy')}</p>
    </Section>
  );
}

function Preferences() {
  const { t } = useTexts();
  const preferences = usePreferences();
  const listed = useListed(followedKinds).filter(({ removed }) => !removed);
  // What was pressed shows at once, and goes back if it could not be stored.
  const [pending, setPending] = useState<Partial<DevicePreferences>>();
  const { wanted, breaking, endpoint } = { ...preferences, ...pending };
  const busy = pending !== undefined;
  const change = async (to: Partial<DevicePreferences>, how: Change = () => to) => {
    setPending(to);
    await changeWithToast(how);
    setPending(undefined);
  };
  const setWanted = (key: string, on: boolean) => {
    const how: Change = (now) => {
      const others = now.wanted.filter((one) => one !== key);
      return { wanted: on ? [...others, key] : others };
    };
    return change(how(preferences), how);
  };
  return (
    <>
      <div className="mt-4">
        <CheckField
          label={t('push.breaking')}
          hint={t('push.breakingHint')}
          checked={breaking}
          disabled={busy}
          onChange={({ target }) => void change({ breaking: target.checked })}
        />
      </div>
      <fieldset className="mt-6">
        <legend className="mb-2 font-semibold">{t('push.newStoriesOf')}</legend>
        {listed.length === 0 && <p className="text-soft">{t('push.followFirst')}</p>}
        {listed.map(({ key, title }) => (
          <CheckField
            key={key}
            label={title}
            checked={wanted.includes(key)}
            disabled={busy}
            onChange={({ target }) => void setWanted(key, target.checked)}
          />
        ))}
      </fieldset>
      {endpoint && (
        <>
          <QuietHours busy={busy} onChange={change} />
          <div className="mt-6 flex flex-wrap gap-4">
            <Button kind="quiet" disabled={busy} onClick={() => void sendTest(endpoint)}>
              {t('push.test')}
            </Button>
            <Button kind="quiet" disabled={busy} onClick={() => void change({ wanted: [], breaking: false })}>
              {t('push.turnOff')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

const sendTest = (endpoint: string) =>
  toastOutcome(() => callApi(pushCalls.test, { body: { endpoint } }), 'push.testFailed');
