import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { pagePath } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { newslettersCalls, type Offer } from '../newsletters.contract.ts';
import { issuePath } from '../newsletters.rules.ts';
import { getReadersPage } from '../server/subscriptions.service.ts';
import type { Route } from './+types/newsletters-page';
import { useSchedule } from './use-schedule.ts';

export const handle = { texts: ['newsletters', 'accounts', 'errors'] };

export const loader = pageLoader((ctx) => getReadersPage(ctx));

/** The newsletters that readers can subscribe to, and the newest issues. */
export default function NewslettersPage({ loaderData: { offers, issues } }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const date = indianDateFormat(locale, { dateStyle: 'medium' });
  return (
    <div className="page py-10 md:py-16">
      <PageTitle>{t('newsletters.newsletters')}</PageTitle>
      <PageHead
        title={t('newsletters.newsletters')}
        description={t('newsletters.lead')}
        at={(language) => pagePath(language, '/newsletters')}
      />
      <div className="grid gap-x-16 gap-y-12 border-ink border-t-4 pt-6 lg:grid-cols-[7fr_5fr]">
        <div className="max-w-xl">
          <h1 className="font-extrabold text-4xl md:text-5xl">{t('newsletters.newsletters')}</h1>
          <p className="mt-3 font-serif text-soft text-xl">{t('newsletters.lead')}</p>
          {offers.length ? (
            <SubscribeForm offers={offers} />
          ) : (
            <p className="mt-8 font-serif text-2xl text-soft">{t('newsletters.offerNone')}</p>
          )}
        </div>
        {issues.length > 0 && (
          <aside className="lg:border-rule lg:border-s lg:ps-16">
            <h2 className="font-bold text-2xl">{t('newsletters.archive')}</h2>
            <ul className="mt-4 divide-y divide-rule border-rule border-y">
              {issues.map(({ id, subject, name, day, language }) => (
                <li key={id} className="py-3">
                  <a
                    data-reload
                    className="font-serif text-lg leading-snug hover:text-press"
                    href={`${issuePath}${id}`}
                  >
                    <span lang={language} dir={directionOf(language)}>
                      {subject}
                    </span>
                  </a>
                  <p className="text-sm text-soft">
                    <bdi>{name}</bdi>, {date.format(noonInIndia(day))}
                  </p>
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </div>
  );
}

function SubscribeForm({ offers }: { offers: Offer[] }) {
  const { t } = useTexts();
  const schedule = useSchedule();
  const { busy, errors, failure, submit, clear, field } = useSubmission();
  const [answer, setAnswer] = useState('');
  const send = (form: HTMLFormElement) =>
    void submit(
      async () => {
        const { email = '', ...chosen } = textsOf(form);
        const newsletters = Object.keys(chosen).map(Number);
        const { message } = await callApi(newslettersCalls.subscribe, { body: { email, newsletters } });
        setAnswer(message);
      },
      (error) => toastFailure(error, 'newsletters.somethingWrong'),
    );
  if (answer)
    return (
      <p role="status" className="mt-8 border border-good p-4">
        {answer}
      </p>
    );
  return (
    <Form onSubmit={send} failure={failure}>
      <fieldset
        aria-describedby={errors.newsletters ? 'newsletters-error' : undefined}
        onChange={() => clear('newsletters')}
      >
        <legend className="font-semibold">{t('newsletters.choose')}</legend>
        <div className="mt-3 grid gap-4">
          {offers.map((offer) => (
            <CheckField
              key={offer.id}
              name={String(offer.id)}
              label={offer.name}
              defaultChecked={offers.length === 1}
              hint={
                <>
                  <bdi>{offer.description}</bdi> {schedule(offer)}
                  {offer.about && <> · {t('newsletters.about', { name: offer.about })}</>}
                </>
              }
            />
          ))}
        </div>
        {errors.newsletters && (
          <p id="newsletters-error" role="alert" className="mt-2 font-medium text-bad">
            {errors.newsletters}
          </p>
        )}
      </fieldset>
      <TextField
        label={t('newsletters.email')}
        {...field('email')}
        type="email"
        autoComplete="email"
        required
        hint={t('newsletters.privacy')}
      />
      <Button type="submit" disabled={busy}>
        {busy ? t('newsletters.saving') : t('newsletters.subscribe')}
      </Button>
    </Form>
  );
}
