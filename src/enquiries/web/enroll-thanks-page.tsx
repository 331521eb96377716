import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getSiteInfo } from '#src/settings/server/site-info.service.ts';
import { FormPage } from '#src/ui/form-page.tsx';
import type { Route } from './+types/enroll-thanks-page';

export const handle = { texts: ['enquiries'] };

export const loader = pageLoader(async (ctx) => getSiteInfo(ctx));

/** Confirmation of an enquiry, with the next steps and the college's phone number. */
export default function EnrollThanksPage({ loaderData: { phone, email } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <FormPage title={t('enquiries.thanksTitle')} wide>
      <p className="mt-4 max-w-prose font-serif text-xl">{t('enquiries.thanksLead', { phone, email })}</p>
      <p className="mt-8 flex flex-wrap gap-6 font-semibold">
        <a className="link" href={to('/college')}>
          {t('enquiries.thanksCollege')}
        </a>
        <a className="link" href={to('/news')}>
          {t('enquiries.thanksNews')}
        </a>
      </p>
    </FormPage>
  );
}
