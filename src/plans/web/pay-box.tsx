import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#src/client/copy.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Offers, PaymentLink } from '../plans.contract.ts';
import { isPhone, rupees } from '../plans.rules.ts';

const qrSize = 220;

/** Payment instructions: a UPI link on phones, a QR code, and the UPI ID to copy. */
export function PayBox({ offers, link, loading }: { offers: Offers; link: PaymentLink | null; loading: boolean }) {
  const { t } = useTexts();
  const [phone, setPhone] = useState(false);
  const upiId = useRef<HTMLElement>(null);
  // The user agent is read on the client, after hydration.
  useEffect(() => setPhone(isPhone(navigator.userAgent)), []);
  const copy = async () => {
    const copied = await copyText(offers.upi_id, 'plans.copied', 'plans.copyFailed');
    if (!copied && upiId.current) getSelection()?.selectAllChildren(upiId.current);
  };
  if (!link) return <p className="mt-8 text-soft">{t(loading ? 'plans.loading' : 'plans.chooseFirst')}</p>;
  return (
    <section
      aria-label={t('plans.howToPay')}
      className="mt-8 flex flex-wrap items-center gap-8 border-ink border-y py-8"
    >
      {phone && (
        <div className="w-full">
          <a className="inline-flex min-h-12 items-center bg-ink px-6 font-semibold text-paper" href={link.upi_link}>
            {t('plans.payByApp')}
          </a>
          <p className="mt-2 text-sm text-soft">{t('plans.orByCode')}</p>
        </div>
      )}
      <div className="bg-white p-4">
        <QRCodeSVG value={link.upi_link} size={qrSize} level="M" title={t('plans.qrTitle')} />
      </div>
      <div className="min-w-0">
        <p className="tabular font-bold font-serif text-2xl">₹{rupees(link.amount_minor)}</p>
        <p className="mt-2 text-sm text-soft">{t('plans.upiId')}</p>
        <p className="flex flex-wrap items-center gap-3">
          <bdi ref={upiId} className="font-semibold text-lg" dir="ltr">
            {offers.upi_id}
          </bdi>
          <Button kind="quiet" onClick={copy}>
            {t('plans.copyUpiId')}
          </Button>
        </p>
        <p className="mt-2 text-sm text-soft">
          {t('plans.payee')}: <bdi>{offers.payee}</bdi> · {t('plans.reference')}:{' '}
          <bdi className="tabular">{link.reference}</bdi>
        </p>
      </div>
    </section>
  );
}
