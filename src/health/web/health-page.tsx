import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { failureText } from '#src/client/failure.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { FormPage } from '#src/ui/form-page.tsx';
import { Section } from '#src/ui/section.tsx';
import { type CheckResult, healthCalls } from '../health.contract.ts';
import { type CheckName, checkNames } from '../health.rules.ts';
import { CheckRow } from './check-row.tsx';

export const handle = { texts: ['health', 'errors'] };

type Results = Partial<Record<CheckName, CheckResult>>;

/** Checks what the site needs, all at once, when the page is opened. */
export default function HealthPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const { results, refused, run } = useChecks();
  useEffect(() => (allowed ? run() : undefined), [allowed, run]);
  if (refused) return <ErrorPage status={403} sentence={t('health.refused')} />;
  const found = Object.values(results);
  const isDone = found.length === checkNames.length;
  const count = (state: CheckResult['state']) => found.filter((result) => result.state === state).length;
  return (
    <FormPage title={t('health.title')} lead={t('health.lead')} wide>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button kind="quiet" disabled={!isDone} onClick={run}>
          {t('health.again')}
        </Button>
        <p role="status" className="font-semibold">
          {isDone
            ? t('health.summary', { failing: count('failing'), warnings: count('warning') })
            : t('health.progress', { done: found.length, total: checkNames.length })}
        </p>
      </div>
      <ul className="mt-6 border-rule border-t">
        {checkNames.map((check) => (
          <CheckRow key={check} name={t(`health.${check}`)} result={results[check]} />
        ))}
      </ul>
      {allowed && <TestMail />}
    </FormPage>
  );
}

/** The results of the checks so far. `run` starts all of them and returns how to end them. */
function useChecks() {
  const { t } = useTexts();
  const [results, setResults] = useState<Results>({});
  const [refused, setRefused] = useState(false);
  const running = useRef<AbortController>(undefined);
  const failed = useRef<(error: ApiError) => CheckResult>(undefined);
  failed.current = (error) => ({ state: 'failing', finding: failureText(error, 'health.failed', t), mend: null });
  const run = useCallback(() => {
    running.current?.abort();
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    setResults({});
    const runOne = async (check: CheckName) => {
      try {
        const result = await callApi(healthCalls.check, { params: { check }, signal });
        if (!signal.aborted) setResults((before) => ({ ...before, [check]: result }));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 403) setRefused(true);
        const result = failed.current?.(error);
        setResults((before) => ({ ...before, [check]: result }));
      }
    };
    for (const check of checkNames) void runOne(check);
    return () => control.abort();
  }, []);
  return { results, refused, run };
}

function TestMail() {
  const { t } = useTexts();
  const email = useSession(({ user }) => user.email);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<CheckResult>();
  const send = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await callApi(healthCalls.sendTestMail));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setResult({ state: 'failing', finding: failureText(error, 'health.failed', t), mend: null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('health.testMail')}>
      <p className="mt-2 text-soft">
        {t('health.testMailTo')} <bdi>{email}</bdi>
      </p>
      <Button className="mt-4" disabled={busy} onClick={() => void send()}>
        {t('health.sendTestMail')}
      </Button>
      <ul aria-live="polite">{(busy || result) && <CheckRow name={t('health.testMail')} result={result} />}</ul>
    </Section>
  );
}
