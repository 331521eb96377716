import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Breaking, breakingCalls } from '../breaking.contract.ts';
import { bodyMaxLength, titleMaxLength } from '../push.rules.ts';

const why = {
  off: 'breaking.off',
  not_public: 'breaking.notPublic',
  section: 'breaking.otherSection',
  limit: 'breaking.limitReached',
} as const;

/** Its sender, time, number of recipients and outcome. */
export function SentBreaking({
  sent: { title, body, at, by, devices, sent, open },
}: {
  sent: Breaking['sent'] & object;
}) {
  const { t, locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
  return (
    <>
      <p className="mt-2">{t('breaking.sentBy', { name: by ?? t('breaking.someone'), time })}</p>
      <p className="tabular-nums">{t('breaking.counts', { devices, sent, open })}</p>
      <blockquote dir="auto" className="mt-2 border-rule border-s-2 ps-3">
        <p className="font-semibold">{title}</p>
        <p>{body}</p>
      </blockquote>
    </>
  );
}

/** The words of the notification, and the button that sends it after a confirmation. */
export function BreakingForm({ id, breaking }: { id: string; breaking: Breaking }) {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const { blocked, left, devices, language } = breaking;
  // The editor's words stay when the story or the number changes meanwhile.
  const [typed, setTyped] = useState<{ title?: string; body?: string }>({});
  const { title, body } = { title: breaking.title, body: breaking.body, ...typed };
  const [asking, setAsking] = useState(false);
  if (blocked) return <p className="mt-2">{t(why[blocked])}</p>;
  const send = () =>
    void submit(
      async () => {
        await callApi(breakingCalls.send, { params: { id }, body: { title, body } });
        toast({ kind: 'success', text: 'breaking.sent' });
        await refetch(breakingCalls.get);
      },
      (error) => toastFailure(error, 'breaking.sendFailed'),
    ).finally(() => setAsking(false));
  const ofStory = { lang: language, dir: directionOf(language) };
  return (
    <Form onSubmit={() => setAsking(true)} className="mt-2 grid max-w-2xl gap-4">
      <p>{t('breaking.lead')}</p>
      <TextField
        label={t('breaking.headline')}
        required
        maxLength={titleMaxLength}
        value={title}
        error={errors.title}
        {...ofStory}
        onChange={({ target }) => {
          setTyped({ ...typed, title: target.value });
          clear('title');
        }}
      />
      <TextArea
        label={t('breaking.text')}
        rows={2}
        maxLength={bodyMaxLength}
        value={body}
        error={errors.body}
        {...ofStory}
        onChange={({ target }) => {
          setTyped({ ...typed, body: target.value });
          clear('body');
        }}
      />
      <p className="tabular-nums">
        {t('breaking.wouldGet', { count: devices })} {t('breaking.left', { left })}
      </p>
      <div>
        <Button type="submit" disabled={busy}>
          {t('breaking.send')}
        </Button>
      </div>
      {asking && (
        <Dialog title={t('breaking.question', { count: devices })} onClose={() => setAsking(false)}>
          <p dir="auto" className="mt-4 font-semibold" lang={language}>
            {title}
          </p>
          <p dir="auto" lang={language}>
            {body}
          </p>
          <p className="mt-4">{t('breaking.noWayBack')}</p>
          <div className="mt-6 flex flex-wrap gap-4">
            <Button type="button" disabled={busy} onClick={send}>
              {t('breaking.send')}
            </Button>
            <Button type="button" kind="quiet" onClick={() => setAsking(false)}>
              {t('breaking.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </Form>
  );
}
