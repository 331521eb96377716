import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { isLanguage, type Language, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryPage } from '../../reading.contract.ts';
import type { StoryTranslation } from '../../translations.contract.ts';
import { canTranslate, translateInBrowser } from './browser-translator.ts';

interface TranslationNoteProps {
  story: Pick<StoryPage, 'id' | 'title' | 'standfirst' | 'html' | 'language'>;
  /** Whether our server can translate, as a fallback for browsers that cannot. */
  byServer: boolean;
  shown: StoryTranslation | null;
  onShow(translation: StoryTranslation | null): void;
}

type Method = 'here' | 'server' | 'none';

interface Progress {
  /** From 0 to 1. */
  part: number;
  text: string;
}

/** Our server reports no progress. */
type State =
  | { name: 'idle' }
  | { name: 'busy'; doing: 'translation.fetching' | 'translation.translating'; progress?: Progress }
  | { name: 'cancelled' }
  | { name: 'failed'; reason: string };

const startState = { name: 'busy', doing: 'translation.translating' } as const;

/** Offers to translate a story into the page's language: in the browser, else on our server, else explains how. */
export function TranslationNote(props: TranslationNoteProps) {
  const { t, language } = useTexts();
  const { story, shown, onShow } = props;
  const { method, state, translate, cancel } = useTranslation(props);
  const names = {
    from: isLanguage(story.language) ? languages[story.language].name : story.language,
    to: languages[language].name,
  };
  const press = ({ detail }: MouseEvent) => {
    if (state.name === 'busy') {
      if (detail <= 1) cancel(); // not by the second click of a double click on "Translate"
    } else if (shown) onShow(null);
    else void translate();
  };
  const sentence = () => {
    switch (state.name) {
      case 'busy':
        return t(state.doing);
      case 'failed':
        return state.reason;
      case 'cancelled':
        return t('translation.cancelled', { language: names.from });
      case 'idle':
        return t(shown ? 'translation.machine' : 'translation.storyIsIn', { language: names.from });
    }
  };
  const label = () => {
    if (state.name === 'busy') return t('translation.cancel');
    if (shown) return t('translation.original');
    return state.name === 'failed' ? t('shell.tryAgain') : t('translation.translate', { language: names.to });
  };
  const busy = state.name === 'busy';
  const progress = busy ? state.progress : undefined;
  return (
    <div
      className="story-versions translation-note no-print relative grid items-end gap-x-3"
      lang={language}
      dir={languages[language].direction}
      aria-busy={busy}
    >
      {/* The progress is hidden from screen readers, which would announce each step of it. */}
      <p role="status">
        {sentence()}
        {progress && (
          <span className="tabular" aria-hidden="true">
            {` ${progress.text}`}
          </span>
        )}
        {method === 'none' && ` ${t('translation.byBrowser')}`}
      </p>
      {/* One button for all states, so that it keeps the focus. Takes its space before the method is known. */}
      {method !== 'none' && (
        <button
          type="button"
          className={`link min-h-11 justify-self-start font-semibold ${method === null ? 'invisible' : ''}`}
          onClick={press}
        >
          {label()}
        </button>
      )}
      {busy && <Bar label={sentence()} progress={progress} />}
    </div>
  );
}

function Bar({ label, progress }: { label: string; progress: Progress | undefined }) {
  const value = progress && {
    'aria-valuenow': Math.round(progress.part * 100),
    'aria-valuetext': progress.text,
  };
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute end-0 bottom-0 h-2 w-full bg-rule"
      {...value}
    >
      <div
        style={progress && { width: `${progress.part * 100}%` }}
        className={`h-full bg-press ${progress ? '' : 'unknown'}`}
      />
    </div>
  );
}

/** The translation of a story: how it is made, and how far it is. */
function useTranslation({ story, byServer, onShow }: TranslationNoteProps) {
  const { t, language } = useTexts();
  const method = useMethod(story.language, language, byServer);
  const [state, setState] = useState<State>({ name: 'idle' });
  const run = useRef<AbortController>(null);
  // Cancels the translation when the reader leaves the story.
  useEffect(() => () => run.current?.abort(), []);

  const translate = async () => {
    run.current = new AbortController();
    const { signal } = run.current;
    const show = (next: State) => signal.aborted || setState(next);
    setState(startState);
    try {
      const result = await (method === 'server' ? onServer(signal) : inBrowser(signal, show));
      if (signal.aborted) return;
      if ('failure' in result) return show({ name: 'failed', reason: result.failure });
      onShow(result);
      setState({ name: 'idle' });
    } catch {
      show({ name: 'failed', reason: t('translation.failed') });
    }
  };
  const cancel = () => {
    run.current?.abort();
    setState({ name: 'cancelled' });
  };
  // Imported on demand: it pulls in the API contract, which other readers need not download.
  const onServer = async (signal: AbortSignal) =>
    (await import('./server-translator.ts')).translateOnServer(story.id, language, signal, t);
  const inBrowser = async (signal: AbortSignal, show: (state: State) => void) => {
    const pair = { sourceLanguage: story.language, targetLanguage: language };
    const text = await translateInBrowser(story, pair, {
      signal,
      onFetch(part) {
        const text = `${Math.round(part * 100)} %`;
        show({ name: 'busy', doing: 'translation.fetching', progress: { part, text } });
      },
      onBlock(done, total) {
        const progress = { part: done / total, text: t('translation.parts', { done, total }) };
        show({ ...startState, progress });
      },
    });
    return { language, ...text };
  };
  return { method, state, translate, cancel };
}

/** How a story can be translated; null until it is known, because it depends on the browser. */
function useMethod(from: string, to: Language, byServer: boolean): Method | null {
  const fallback = byServer ? 'server' : 'none';
  const [method, setMethod] = useState<Method | null>(byServer ? null : 'none');
  useEffect(() => {
    canTranslate(from, to).then(
      (can) => setMethod(can ? 'here' : fallback),
      () => setMethod(fallback),
    );
  }, [from, to, fallback]);
  return method;
}
