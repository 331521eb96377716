import { useTexts } from '#src/messages/texts.tsx';

/** The privacy notice that the law requires before data is collected. Always shown in full. */
export function PrivacyNotice({ consentAge }: { consentAge: number | null }) {
  const { t } = useTexts();
  return (
    <section className="border border-rule p-4 text-sm" aria-labelledby="notice">
      <h2 id="notice" className="font-semibold">
        {t('accounts.noticeTitle')}
      </h2>
      <ul className="mt-3 list-disc space-y-1 ps-5">
        <li>{t('accounts.noticeWhat')}</li>
        <li>{t('accounts.noticeFor')}</li>
        <li>{t('accounts.noticeBack')}</li>
        {consentAge !== null && <li>{t('accounts.noticeChild', { age: consentAge })}</li>}
        <li>{t('accounts.noticeComplain')}</li>
      </ul>
      <p className="mt-3 font-semibold">{t('accounts.noticeAgree')}</p>
    </section>
  );
}
