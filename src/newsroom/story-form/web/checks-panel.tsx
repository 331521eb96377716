import { useDeferredValue, useEffect, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { usePaths } from '#src/client/paths.ts';
import { shorten, summaryOf } from '#src/markdown/story-text.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { focalPointOf } from '#src/news/stories/stories.rules.ts';
import { pictureName } from '#src/newsroom/lists/web/story-form-data.ts';
import { objectPosition } from '#src/rules/focal-point.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { useSiteUrl } from '#src/ui/page-head.tsx';
import { type Finding, localFindings } from '../checks.rules.ts';
import { useRemoteChecks } from './use-checks.ts';

interface ChecksPanelProps {
  form: StoryForm;
  /** Id of a stored story. */
  id?: number | undefined;
  image: File | null;
  currentImage: string | null;
}

// Characters of a description that search engines show.
const descriptionLength = 160;

/** What to look at before a story is published; closed at first where the form has one column. */
export function ChecksPanel({ form, id, image, currentImage }: ChecksPanelProps) {
  const { t, need } = useTexts();
  need(['checks']);
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(window.matchMedia('(min-width: 64rem)').matches), []);
  const typed = useDeferredValue(form);
  const url = useFileUrl(image) ?? (currentImage && apiHost + currentImage);
  const remote = useRemoteChecks(typed, id, image ? '' : pictureName(currentImage));
  const findings = [...localFindings({ ...typed, hasPicture: url !== null }), ...remote.findings];
  const count = findings.length + remote.duplicates.length;
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border border-rule bg-wash p-4"
    >
      <summary className="min-h-11 cursor-pointer font-bold text-lg">
        {t('checks.title')}
        {count > 0 && ` (${count})`}
      </summary>
      <ul className="grid gap-2">
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a text may have the same finding
          <li key={`${index} ${finding.key}`}>
            <FindingButton finding={finding} />
          </li>
        ))}
        <Duplicates stories={remote.duplicates} />
      </ul>
      <div role="status" className="mt-2 text-sm text-soft">
        {remote.state === 'busy' && t('checks.checking')}
        {remote.state === 'done' && count === 0 && t('checks.fine')}
        {remote.state === 'failed' && t('checks.failed')}
      </div>
      {remote.state === 'failed' && (
        <Button kind="quiet" className="mt-2" onClick={remote.again}>
          {t('checks.tryAgain')}
        </Button>
      )}
      <Previews form={typed} id={id} url={url} />
    </details>
  );
}

function FindingButton({ finding }: { finding: Finding }) {
  const { t } = useTexts();
  const { severity, field, key, params } = finding;
  return (
    <button
      type="button"
      onClick={() => goToField(field)}
      className="min-h-11 w-full border-rule border-s-2 ps-3 text-start text-sm hover:bg-paper [overflow-wrap:anywhere]"
    >
      <span className={severity === 'problem' ? 'font-semibold text-bad' : 'font-semibold'}>
        {t(`checks.${severity}`)}:
      </span>{' '}
      {t(key, params)}
    </button>
  );
}

function Duplicates({ stories }: { stories: { id: number; title: string }[] }) {
  const { t } = useTexts();
  const to = usePaths();
  return stories.map(({ id, title }) => (
    <li key={id} className="border-rule border-s-2 ps-3 text-sm">
      <a
        className="link inline-flex min-h-11 items-center"
        href={to('/admin/edit/:id', { id })}
        target="_blank"
        rel="noopener"
      >
        {t('checks.duplicate', { title })}
      </a>
    </li>
  ));
}

/** How search results and the cards of shared links show the story. */
function Previews({ form, id, url }: { form: StoryForm; id: number | undefined; url: string | null }) {
  const { t } = useTexts();
  const to = usePaths();
  const origin = useSiteUrl();
  const title = form.news_title.trim();
  const description = shorten(summaryOf(form.news_description), descriptionLength);
  const address = `${origin}${to('/news/:id', { id: id ?? '…' })}`;
  return (
    <>
      <h2 className="kicker mt-4">{t('checks.searchPreview')}</h2>
      <div className="mt-2 border border-rule bg-paper p-3 [overflow-wrap:anywhere]" dir="auto">
        <p className="text-sm text-soft" dir="ltr">
          {address}
        </p>
        <span className="block font-semibold text-lg">{shorten(title, 60)}</span>
        <p className="text-sm text-soft">{description}</p>
      </div>
      <h2 className="kicker mt-4">{t('checks.sharePreview')}</h2>
      <div className="mt-2 border border-rule bg-paper [overflow-wrap:anywhere]" dir="auto">
        {url && (
          <img
            src={url}
            alt=""
            className="aspect-[1.91] w-full object-cover"
            style={{ objectPosition: objectPosition(focalPointOf(form)) }}
          />
        )}
        <div className="p-3">
          <p className="text-sm text-soft" dir="ltr">
            {URL.canParse(origin) ? new URL(origin).host : ''}
          </p>
          <p className="font-semibold">{shorten(title, 110)}</p>
        </div>
      </div>
    </>
  );
}

// The text may be a text area or an editor, which stays hidden while its Markdown is shown.
const textControls = 'form textarea, form [contenteditable="true"]';

/** Moves the focus to the control of a field of the story form. */
function goToField(name: string) {
  const selector = name === 'news_description' ? textControls : name === 'image' ? 'form input[type="file"]' : '';
  const controls = selector ? document.querySelectorAll<HTMLElement>(selector) : document.getElementsByName(name);
  const control = [...controls].find((it) => it.checkVisibility());
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
