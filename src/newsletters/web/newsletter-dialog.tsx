import { useId, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { topicsCalls } from '#src/news/topics/topics.contract.ts';
import { topicNameMaxLength } from '#src/news/topics/topics.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Definition, issueCalls, type Newsletter } from '../issues.contract.ts';
import { descriptionMaxLength, frequencies, nameMaxLength, storiesMost, storiesUsually } from '../newsletters.rules.ts';

/** The form of a newsletter: a new one without `newsletter`. */
export function NewsletterDialog({ newsletter, onClose }: { newsletter: Newsletter | undefined; onClose(): void }) {
  const { t, language, locale } = useTexts();
  const { busy, errors, failure, submit, clear } = useSubmission();
  const [frequency, setFrequency] = useState<string>(newsletter?.frequency ?? 'daily');
  const categories = useCall(categoriesCalls.list).data ?? [];
  const [topic, setTopic] = useState('');
  const topics = useCall(topicsCalls.suggest, { query: { q: topic.trim() } }, topic.trim() !== '').data ?? [];
  const topicsId = useId();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const save = (form: HTMLFormElement) =>
    void submit(
      async () => {
        const { weekday: day, stories, active, ...texts } = textsOf(form);
        const body = {
          ...(texts as Pick<
            Definition,
            'name' | 'description' | 'language' | 'section' | 'topic' | 'frequency' | 'time'
          >), // the fields below
          weekday: Number(day ?? newsletter?.weekday ?? 0),
          stories: Number(stories),
          active: active !== undefined,
        };
        if (newsletter) await callApi(issueCalls.change, { params: { id: newsletter.id }, body });
        else await callApi(issueCalls.create, { body });
        toast({ kind: 'success', text: 'newsletters.saved' });
        await refetch(issueCalls.list);
        onClose();
      },
      (error) => toastFailure(error, 'newsletters.somethingWrong'),
    );
  const field = (name: string) => ({ name, error: errors[name], onChange: () => clear(name) });
  return (
    <Dialog title={newsletter?.name ?? t('newsletters.add')} onClose={onClose}>
      <Form onSubmit={save} failure={failure} className="mt-4 grid gap-4">
        <TextField
          label={t('newsletters.name')}
          {...field('name')}
          defaultValue={newsletter?.name}
          maxLength={nameMaxLength}
        />
        <TextField
          label={t('newsletters.description')}
          {...field('description')}
          defaultValue={newsletter?.description}
          maxLength={descriptionMaxLength}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('newsletters.language')}
            {...field('language')}
            defaultValue={newsletter?.language ?? language}
          >
            {siteLanguages.map((code) => (
              <option key={code} value={code}>
                {languages[code].name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('newsletters.section')}
            {...field('section')}
            key={categories.length} // its default exists once they are loaded
            defaultValue={newsletter?.section}
          >
            <option value="">{t('newsletters.wholePaper')}</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('newsletters.topic')}
            hint={t('newsletters.topicHint')}
            {...field('topic')}
            onChange={({ target: { value } }) => {
              clear('topic');
              setTopic(value);
            }}
            defaultValue={newsletter?.topic}
            list={topicsId}
            autoComplete="off"
            maxLength={topicNameMaxLength}
          />
          <datalist id={topicsId}>
            {topics.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
          <SelectField
            label={t('newsletters.frequency')}
            {...field('frequency')}
            value={frequency}
            onChange={(event) => setFrequency(event.target.value)}
          >
            {frequencies.map((each) => (
              <option key={each} value={each}>
                {t(`newsletters.${each}`)}
              </option>
            ))}
          </SelectField>
          {frequency === 'weekly' && (
            <SelectField label={t('newsletters.weekday')} {...field('weekday')} defaultValue={newsletter?.weekday}>
              {[0, 1, 2, 3, 4, 5, 6].map((day) => (
                <option key={day} value={day}>
                  {weekday.format(Date.UTC(2026, 0, 4 + day))}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={t('newsletters.time')}
            {...field('time')}
            type="time"
            defaultValue={newsletter?.time ?? '07:30'}
          />
          <TextField
            label={t('newsletters.stories')}
            {...field('stories')}
            type="number"
            min={1}
            max={storiesMost}
            defaultValue={newsletter?.stories ?? storiesUsually}
          />
        </div>
        <CheckField label={t('newsletters.active')} {...field('active')} defaultChecked={newsletter?.active ?? true} />
        <div className="flex gap-3">
          <Button type="submit" disabled={busy}>
            {busy ? t('newsletters.saving') : t('newsletters.save')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('newsletters.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
