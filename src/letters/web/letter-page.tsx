import { useEffect, useRef, useState } from 'react';
import { adultAge } from '#src/accounts/users/accounts.settings.ts';
import { usePaths } from '#src/client/paths.ts';
import { directionOf, isLanguage } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getSiteInfo } from '#src/settings/server/site-info.service.ts';
import { FormPage } from '#src/ui/form-page.tsx';
import { letterMax } from '../letters.rules.ts';
import { getStoryLetters } from '../server/letters.service.ts';
import type { Route } from './+types/letter-page';
import { LetterForm } from './letter-form.tsx';

export const handle = { texts: ['letters', 'accounts', 'errors'] };

export const loader = pageLoader(async (ctx, { params: { id = '' } }) => {
  // No story has the number 0.
  const { story, open } = await getStoryLetters(ctx, /^\d{1,9}$/.test(id) ? Number(id) : 0, { limit: 0 });
  return { story, open, site: getSiteInfo(ctx), adultAge: ctx.settings.get(adultAge) };
});

/** The form for a letter to the editor about a story, with its guidelines. */
export default function LetterPage({ loaderData: { story, open, site, adultAge } }: Route.ComponentProps) {
  const { t, language } = useTexts();
  const to = usePaths();
  const [answer, setAnswer] = useState('');
  const about = (
    <>
      {t('letters.about')}{' '}
      <a
        className="link font-serif"
        href={to('/news/:id', { id: story.id })}
        lang={story.language === language ? undefined : story.language}
        dir={isLanguage(story.language) ? directionOf(story.language) : 'auto'}
      >
        {story.title}
      </a>
    </>
  );
  return (
    <FormPage title={t('letters.title')} lead={about} wide>
      {answer && <Sent sentence={answer} />}
      {!answer && !open && (
        <>
          <p className="mt-8 font-serif text-2xl">{t('letters.closed')}</p>
          <p className="mt-2 text-soft">{t('letters.closedLead')}</p>
        </>
      )}
      {!answer && open && (
        <>
          <Guidelines />
          <LetterForm key={story.id} story={story.id} site={site} adultAge={adultAge} onSent={setAnswer} />
        </>
      )}
      {(answer || !open) && (
        <p className="mt-6">
          <a className="link inline-flex min-h-11 items-center" href={to('/news/:id', { id: story.id })}>
            {t('letters.backToStory')}
          </a>
        </p>
      )}
    </FormPage>
  );
}

// Takes the place and the focus of the form, so that screen readers continue here.
function Sent({ sentence }: { sentence: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <p ref={box} tabIndex={-1} role="status" className="mt-8 border border-good p-4">
      {sentence}
    </p>
  );
}

function Guidelines() {
  const { t } = useTexts();
  const rules = [
    t('letters.ruleNames'),
    t('letters.ruleLength', { max: letterMax.words }),
    t('letters.ruleOne'),
    t('letters.ruleAbuse'),
  ];
  const next = [t('letters.nextConfirm'), t('letters.nextRead'), t('letters.nextPrint')];
  return (
    <div className="mt-6 grid gap-x-10 gap-y-6 border-rule border-y py-4 text-sm sm:grid-cols-2">
      {[[t('letters.guidelines'), rules] as const, [t('letters.next'), next] as const].map(([heading, sentences]) => (
        <section key={heading}>
          <h2 className="font-bold">{heading}</h2>
          <ul className="mt-2 list-disc space-y-1 ps-5">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
