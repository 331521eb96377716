import { useId, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { type Submission, useSubmission } from '#src/client/submit.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { topicsCalls } from '#src/news/topics/topics.contract.ts';
import { topicNameMaxLength } from '#src/news/topics/topics.rules.ts';
import { CheckField, Options, SelectField, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { type Definition, issueCalls, type Newsletter } from '../issues.contract.ts';
import { descriptionMaxLength, frequencies, nameMaxLength, storiesMost, storiesUsually } from '../newsletters.rules.ts';

type TextFields = Pick<Definition, 'name' | 'description' | 'language' | 'section' | 'topic' | 'frequency' | 'time'>;

interface FieldsProps {
  newsletter: Newsletter | undefined;
  field: Submission['field'];
}

/** The form of a newsletter: a new one without `newsletter`. */
export function NewsletterDialog({ newsletter, onClose }: { newsletter: Newsletter | undefined; onClose(): void }) {
  const { t, language } = useTexts();
  const submission = useSubmission();
  const { busy, failure, field } = submission;
  return (
    <FormDialog
      title={newsletter?.name ?? t('newsletters.add')}
      submission={submission}
      send={async ({ weekday, stories, active, ...texts }) => {
        const body = {
          ...(texts as TextFields), // the fields below
          weekday: Number(weekday ?? newsletter?.weekday ?? 0),
          stories: Number(stories),
          active: active !== undefined,
        };
        if (newsletter) await callApi(issueCalls.change, { params: { id: newsletter.id }, body });
        else await callApi(issueCalls.create, { body });
        return 'newsletters.saved';
      }}
      onDone={() => refetch(issueCalls.list)}
      failed="newsletters.somethingWrong"
      failure={failure}
      submit={t(busy ? 'newsletters.saving' : 'newsletters.save')}
      cancel={t('newsletters.cancel')}
      onClose={onClose}
    >
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
          <Options of={siteLanguages.map((code) => [code, languages[code].name])} />
        </SelectField>
        <SubjectFields newsletter={newsletter} field={field} />
        <ScheduleFields newsletter={newsletter} field={field} />
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
    </FormDialog>
  );
}

function SubjectFields({ newsletter, field }: FieldsProps) {
  const { t } = useTexts();
  const categories = useCall(categoriesCalls.list).data ?? [];
  const [topic, setTopic] = useState('');
  const topics = useCall(topicsCalls.suggest, { query: { q: topic.trim() } }, topic.trim() !== '').data ?? [];
  const topicsId = useId();
  const topicField = field('topic');
  return (
    <>
      <SelectField
        label={t('newsletters.section')}
        {...field('section')}
        key={categories.length} // its default exists once they are loaded
        defaultValue={newsletter?.section}
      >
        <option value="">{t('newsletters.wholePaper')}</option>
        <Options of={categories.map(({ slug, name }) => [slug, name])} />
      </SelectField>
      <TextField
        label={t('newsletters.topic')}
        hint={t('newsletters.topicHint')}
        {...topicField}
        onChange={({ target }) => {
          topicField.onChange();
          setTopic(target.value);
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
    </>
  );
}

function ScheduleFields({ newsletter, field }: FieldsProps) {
  const { t, locale } = useTexts();
  const [frequency, setFrequency] = useState<string>(newsletter?.frequency ?? 'daily');
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      <SelectField
        label={t('newsletters.frequency')}
        {...field('frequency')}
        value={frequency}
        onChange={({ target }) => setFrequency(target.value)}
      >
        <Options of={frequencies.map((each) => [each, t(`newsletters.${each}`)])} />
      </SelectField>
      {frequency === 'weekly' && (
        <SelectField label={t('newsletters.weekday')} {...field('weekday')} defaultValue={newsletter?.weekday}>
          <Options of={[0, 1, 2, 3, 4, 5, 6].map((day) => [day, weekday.format(Date.UTC(2026, 0, 4 + day))])} />
        </SelectField>
      )}
      <TextField
        label={t('newsletters.time')}
        {...field('time')}
        type="time"
        defaultValue={newsletter?.time ?? '07:30'}
      />
    </>
  );
}
