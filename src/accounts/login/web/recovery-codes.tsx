import { twoStepCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { copyText } from '#src/client/copy.ts';
import { saveBlob } from '#src/client/save.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { useReauthentication } from './reauthentication.tsx';
import type { TwoStepPart } from './two-step-part.ts';

/** Shows how many recovery codes are left, and replaces them. */
export function RecoveryCodes({ state, changed, failed }: TwoStepPart) {
  const { t } = useTexts();
  const { run, dialog } = useReauthentication();
  const renew = () =>
    run(async () => changed((await callApi(twoStepCalls.recoveryCodes)).recovery_codes)).catch(failed);
  return (
    <section className="mt-8" aria-labelledby="recovery">
      <h3 id="recovery" className="font-bold text-xl">
        {t('accounts.recoveryCodesTitle')}
      </h3>
      <p className="mt-1">{t('accounts.recoveryLeft', { count: state.recovery_codes_left })}</p>
      <Button kind="quiet" className="mt-3" onClick={() => void renew()}>
        {t('accounts.newRecoveryCodes')}
      </Button>
      {dialog}
    </section>
  );
}

/** New recovery codes, which are shown only once, to copy or save. */
export function NewCodes({ codes }: { codes: string[] }) {
  const { t } = useTexts();
  const text = `${codes.join('\n')}\n`;
  const copy = () => copyText(text, 'accounts.codesCopied', 'accounts.codesNotCopied');
  return (
    <div className="mt-4 border border-ink p-4" role="status">
      <p className="font-semibold">{t('accounts.recoveryTitle')}</p>
      <ul className="tabular mt-2 grid gap-1 font-mono sm:grid-cols-2" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button kind="quiet" onClick={() => void copy()}>
          {t('accounts.copyCodes')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'news-wing-recovery-codes.txt')}
        >
          {t('accounts.saveCodes')}
        </Button>
      </div>
    </div>
  );
}
