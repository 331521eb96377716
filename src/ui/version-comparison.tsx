import { useState } from 'react';
import type { Call, Reply } from '#src/calls/call.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Differences } from './differences.tsx';
import { SelectField } from './field.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Section } from './section.tsx';

interface VersionComparisonProps<C extends Call> {
  /** Gets a version; it has a parameter `version`. */
  call: C;
  params: Record<string, string | number>;
  /** Numbers of the versions to choose from, newest first. */
  versions: number[];
  /** The texts of a version by a key, such as its field. */
  textsOf(version: Reply<C>): Map<string, string>;
  labelOf(key: string): string;
}

/** Compares any two versions by words: the newest with the one before, until others are chosen. */
export function VersionComparison<C extends Call>(props: VersionComparisonProps<C>) {
  const { call, params, versions, textsOf, labelOf } = props;
  const { t } = useTexts();
  const [chosen, setChosen] = useState<{ older?: number; newer?: number }>({});
  const newer = chosen.newer ?? versions[0];
  const older = chosen.older ?? versions.find((version) => newer !== undefined && version < newer);
  const isReady = older !== undefined && newer !== undefined;
  const [before, after] = [
    useCall(call, { params: { ...params, version: older } }, isReady),
    useCall(call, { params: { ...params, version: newer } }, isReady),
  ];
  if (!isReady) return null;
  const options = versions.map((version) => (
    <option key={version} value={version}>
      {t('editing.version', { version })}
    </option>
  ));
  const failed = [before, after].find(({ isLoadingError }) => isLoadingError);
  const texts = before.data && after.data && ([textsOf(before.data), textsOf(after.data)] as const);
  const differences = texts ? different(...texts, labelOf) : [];
  return (
    <Section title={t('editing.comparison')}>
      <div className="my-4 grid max-w-xl grid-cols-2 gap-4">
        <SelectField
          label={t('editing.older')}
          value={older}
          onChange={(event) => setChosen({ newer, older: Number(event.target.value) })}
        >
          {options}
        </SelectField>
        <SelectField
          label={t('editing.newer')}
          value={newer}
          onChange={(event) => setChosen({ older, newer: Number(event.target.value) })}
        >
          {options}
        </SelectField>
      </div>
      <div aria-live="polite">
        {failed && <LoadFailure sentence={t('editing.failed')} call={failed} />}
        {texts && differences.length === 0 && <p>{t('editing.same')}</p>}
        {differences.length > 0 && (
          <Differences
            headings={{
              where: t('editing.what'),
              before: t('editing.version', { version: older }),
              after: t('editing.version', { version: newer }),
            }}
            entries={differences}
          />
        )}
      </div>
    </Section>
  );
}

/** The texts that are different in two versions. */
export const different = (
  before: Map<string, string>,
  after: Map<string, string>,
  labelOf: (key: string) => string,
): { key: string; label: string; before: string; after: string }[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ key, label: labelOf(key), before: before.get(key) ?? '', after: after.get(key) ?? '' }))
    .filter((entry) => entry.before !== entry.after);
