import { useEffect, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { referencesIn, shorten } from '#src/markdown/story-text.rules.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { checksCalls } from '../checks.contract.ts';
import { type Finding, linkMaxLength, linksIn, mostLinks } from '../checks.rules.ts';

// A pause in typing.
const pauseMs = 1200;

export interface RemoteChecks {
  state: 'busy' | 'done' | 'failed';
  findings: Finding[];
  /** Stories with similar titles. */
  duplicates: { id: number; title: string }[];
  again(): void;
}

/**
 * The server's checks of a story that is being written, requested after a pause in typing. `lead` is the file name of
 * its picture; empty if it has none, or one that was not sent yet.
 */
export function useRemoteChecks(form: StoryForm, id: number | undefined, lead: string): RemoteChecks {
  const title = form.news_title.trim();
  const { language } = form;
  // The same string for the same links and blocks, so that typing elsewhere sends no request.
  const wanted = JSON.stringify([linksIn(form.news_description), referencesIn(form.news_description)]);
  const [run, setRun] = useState(0);
  const [result, setResult] = useState<Omit<RemoteChecks, 'again'>>({ state: 'busy', findings: [], duplicates: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` asks again
  useEffect(() => {
    const abort = new AbortController();
    setResult((before) => ({ ...before, state: 'busy' }));
    const timer = setTimeout(() => {
      const [all, references] = JSON.parse(wanted) as [string[], ReturnType<typeof referencesIn>];
      const links = all.filter((url) => url.length <= linkMaxLength);
      const [pictures, files, stories] = [references.pictures, references.files, references.stories].map((ids) =>
        ids.slice(0, 200),
      ) as [number[], number[], number[]]; // `map` keeps the length
      const { signal } = abort;
      const sent = Promise.all([
        title ? callApi(checksCalls.duplicates, { body: { title, language, id }, signal }) : { stories: [] },
        links.length
          ? callApi(checksCalls.links, { body: { urls: links.slice(0, mostLinks) }, signal })
          : { links: [] },
        pictures.length + files.length + stories.length || lead
          ? callApi(checksCalls.references, { body: { pictures, files, stories, lead }, signal })
          : undefined,
      ]);
      sent
        .then(([{ stories: duplicates }, { links: checked }, checkedReferences]) => {
          if (signal.aborted) return;
          const findings = [
            ...checked.flatMap(({ url, state }) => linkFindings[state]?.(url) ?? []),
            ...all
              .filter((url) => url.length > linkMaxLength)
              .map((url) => advice('checks.linkTooLong', { url: shorten(url, 100) })),
            ...(links.length > mostLinks ? [advice('checks.manyLinks', { max: mostLinks })] : []),
            ...(checkedReferences?.missing_pictures ?? []).map((it) => problem('checks.missingPicture', { id: it })),
            ...(checkedReferences?.missing_files ?? []).map((it) => problem('checks.missingFile', { id: it })),
            ...(checkedReferences?.missing_stories ?? []).map((it) => problem('checks.missingStory', { id: it })),
            ...(checkedReferences?.without_alt ?? []).map((it) => problem('checks.withoutAlt', { id: it })),
            ...(checkedReferences?.without_credit ?? []).map((it) => advice('checks.withoutCredit', { id: it })),
            ...leadFindings(checkedReferences?.lead),
          ];
          setResult({ state: 'done', findings, duplicates });
        })
        .catch((error) => {
          if (signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          setResult((before) => ({ ...before, state: 'failed' }));
        });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [title, language, wanted, id, lead, run]);
  return { ...result, again: () => setRun(run + 1) };
}

const inText =
  (severity: Finding['severity']) =>
  (key: Finding['key'], params: NonNullable<Finding['params']>): Finding => ({
    severity,
    field: 'news_description',
    key,
    params,
  });
const problem = inText('problem');
const advice = inText('advice');

function leadFindings(
  lead: { id: number; without_alt: boolean; without_credit: boolean } | null | undefined,
): Finding[] {
  if (!lead) return [];
  const params = { id: lead.id };
  return [
    ...(lead.without_alt ? [{ severity: 'problem', field: 'image', key: 'checks.withoutAlt', params } as const] : []),
    ...(lead.without_credit
      ? [{ severity: 'advice', field: 'image', key: 'checks.withoutCredit', params } as const]
      : []),
  ];
}

const linkFindings: Partial<Record<string, (url: string) => Finding>> = {
  missing: (url) => problem('checks.linkMissing', { url }),
  failed: (url) => problem('checks.linkFailed', { url }),
  refused: (url) => advice('checks.linkRefused', { url }),
};
