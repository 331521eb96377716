import { useNavigate } from 'react-router';
import { adultAge } from '#src/accounts/users/accounts.settings.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getSiteInfo } from '#src/settings/server/site-info.service.ts';
import type { SiteInfo } from '#src/settings/site-info.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckField, Options, SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { enquiriesCalls } from '../enquiries.contract.ts';
import { checkEnquiry, programmes, programmeText } from '../enquiries.rules.ts';
import type { Route } from './+types/enroll-page';

export const handle = { texts: ['enquiries', 'accounts', 'errors'] };

export const loader = pageLoader(async (ctx) => ({ site: getSiteInfo(ctx), adultAge: ctx.settings.get(adultAge) }));

/** Target of "Enroll Now": the enquiry form. */
export default function EnrollPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts();
  return (
    <div className="page py-10 md:py-16">
      <PageTitle>{t('enquiries.title')}</PageTitle>
      <PageHead
        title={t('enquiries.title')}
        description={t('enquiries.lead')}
        at={(language) => pagePath(language, '/enroll')}
      />
      <div className="grid gap-x-16 gap-y-12 border-ink border-t-4 pt-6 lg:grid-cols-[7fr_5fr]">
        <div className="max-w-xl">
          <h1 className="font-extrabold text-4xl md:text-5xl">{t('enquiries.title')}</h1>
          <p className="mt-3 font-serif text-soft text-xl">{t('enquiries.lead')}</p>
          <EnquiryForm {...loaderData} />
        </div>
        <Steps />
      </div>
    </div>
  );
}

function EnquiryForm({ site, adultAge: age }: { site: SiteInfo; adultAge: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const { busy, failure, submit, refuse, field } = useSubmission();
  const send = (form: HTMLFormElement) => {
    const { name = '', email = '', mobile = '', programme = '', consent } = textsOf(form);
    const enquiry = { name, email, mobile, programme, consent: consent !== undefined };
    if (refuse(checkEnquiry(enquiry))) return;
    void submit(
      async () => {
        await callApi(enquiriesCalls.send, { body: enquiry });
        navigate(to('/enroll/thanks'));
      },
      (error) => toastFailure(error, 'enquiries.somethingWrong'),
    );
  };
  const required = (name: string) => ({ ...field(name), required: true });
  return (
    <Form
      onSubmit={send}
      withoutScripts={t('enquiries.noScript', { email: site.email, phone: site.phone })}
      failure={failure}
    >
      <TextField label={t('enquiries.name')} {...required('name')} autoComplete="name" />
      <TextField label={t('enquiries.email')} {...required('email')} type="email" autoComplete="email" />
      <TextField
        label={t('enquiries.mobile')}
        {...required('mobile')}
        type="tel"
        autoComplete="tel"
        hint={t('enquiries.mobileHint')}
      />
      <SelectField label={t('enquiries.programme')} {...required('programme')} defaultValue="">
        <option value="">{t('enquiries.programmeChoose')}</option>
        <Options of={programmes.map((programme) => [programme, t(programmeText[programme])])} />
      </SelectField>
      <CheckField
        label={t('enquiries.consent', { site: site.name })}
        {...required('consent')}
        hint={
          <>
            {t('enquiries.consentHint', { age })}{' '}
            <a className="link" href={to('/privacy')}>
              {t('enquiries.privacy')}
            </a>
          </>
        }
      />
      <Button type="submit" disabled={busy}>
        {busy ? t('enquiries.sending') : t('enquiries.send')}
      </Button>
    </Form>
  );
}

const steps = ['enquiries.stepTalk', 'enquiries.stepPapers', 'enquiries.stepVisit'] as const;

/** What happens after an enquiry is sent. */
function Steps() {
  const { t } = useTexts();
  return (
    <aside className="lg:border-rule lg:border-s lg:ps-16">
      <h2 className="font-bold text-2xl">{t('enquiries.next')}</h2>
      <ol className="mt-4 divide-y divide-rule border-rule border-y">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4 py-4">
            <span aria-hidden="true" className="w-8 shrink-0 font-black font-serif text-3xl text-press leading-none">
              {index + 1}
            </span>
            <p className="font-serif text-lg leading-snug">{t(step)}</p>
          </li>
        ))}
      </ol>
    </aside>
  );
}
