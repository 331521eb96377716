import { type ReactNode, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSession } from '#src/client/session.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { SiteInfo } from '#src/settings/site-info.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckField, TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { lettersCalls } from '../letters.contract.ts';
import { checkLetter, countWords, keptDays, letterMax } from '../letters.rules.ts';

interface LetterFormProps {
  story: number;
  site: SiteInfo;
  adultAge: number;
  /** Called with the server's answer once the letter is sent. */
  onSent(message: string): void;
}

/**
 * The form for a letter. A reader who is logged in writes with the address of his account. What is typed survives a
 * reload, a login and every failure.
 */
export function LetterForm({ story, site, adultAge, onSent }: LetterFormProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { name, email, user_id: userId } = useSession(({ user }) => user);
  const { form, discard } = useSavedFields(`letter:${story}`, { alsoOfVisitors: true });
  const { busy, failure, submit, clear, refuse, field } = useSubmission();
  const [words, setWords] = useState(0);

  const send = (element: HTMLFormElement) => {
    const { name = '', place = '', email = '', text = '', consent } = textsOf(element);
    const letter = { name, place, email, text, consent: consent !== undefined };
    if (refuse(checkLetter(letter))) return;
    void submit(
      async () => {
        const { message } = await callApi(lettersCalls.send, { params: { id: story }, body: letter });
        discard();
        onSent(message);
      },
      (error) => toastFailure(error, 'letters.somethingWrong'),
    );
  };
  const required = (name: string) => ({ ...field(name), required: true });
  return (
    // Keyed by account, whose details are filled in.
    <Form
      key={userId}
      ref={form}
      onSubmit={send}
      withoutScripts={t('letters.noScript', { email: site.email })}
      failure={failure}
    >
      <TextArea
        label={t('letters.text')}
        {...required('text')}
        rows={10}
        maxLength={letterMax.text}
        onChange={({ target }) => {
          clear('text');
          setWords(countWords(target.value));
        }}
        hint={<WordCount words={words} />}
      />
      <TextField
        label={t('letters.name')}
        {...required('name')}
        defaultValue={name}
        maxLength={letterMax.name}
        autoComplete="name"
      />
      <TextField
        label={t('letters.place')}
        {...required('place')}
        maxLength={letterMax.place}
        autoComplete="address-level2"
        hint={t('letters.placeHint')}
      />
      <TextField
        label={t('letters.email')}
        {...required('email')}
        type="email"
        defaultValue={email}
        readOnly={userId !== null}
        autoComplete="email"
        hint={t('letters.emailHint')}
      />
      <CheckField
        label={t('letters.consent', { site: site.name })}
        {...required('consent')}
        hint={
          <>
            {t('letters.consentHint', { days: keptDays, age: adultAge })}{' '}
            <a className="link" href={to('/privacy')}>
              {t('letters.privacy')}
            </a>
          </>
        }
      />
      <div>
        <Button type="submit" disabled={busy}>
          {busy ? t('letters.sending') : t('letters.send')}
        </Button>
      </div>
    </Form>
  );
}

function WordCount({ words }: { words: number }): ReactNode {
  const { t } = useTexts();
  return (
    <span className={words > letterMax.words ? 'font-medium text-bad' : undefined}>
      {t('letters.words', { words, max: letterMax.words })}
    </span>
  );
}
