import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { savedPosition, savePosition } from './places.ts';
import { findVoice, speak, speeds } from './read-aloud.ts';
import { markSentence, sentencesIn, unmark } from './sentences.ts';
import './listener.css';

type State = 'starting' | 'reading' | 'paused' | 'done' | 'noVoice' | 'failed';

interface ListenerProps {
  story: { id: number; language: string };
  article: HTMLElement;
  onClose(): void;
}

/** Reads an article aloud sentence by sentence, highlights the current one and saves the position. */
export function Listener({ story, article, onClose }: ListenerProps) {
  const { t } = useTexts();
  const { name, locale } = languages[story.language as keyof typeof languages] ?? languages.en;
  const sentences = useMemo(() => sentencesIn(article, locale), [article, locale]);
  const [state, setState] = useState<State>('starting');
  const [at, setAt] = useState(() => Math.min(savedPosition(story.id), Math.max(0, sentences.length - 1)));
  const [speed, setSpeed] = useState<number>(1);
  const voice = useRef<SpeechSynthesisVoice>(undefined);

  useEffect(() => {
    let unmounted = false;
    findVoice(locale).then((found) => {
      voice.current = found;
      if (!unmounted) setState(found ? 'reading' : 'noVoice');
    });
    return () => {
      unmounted = true;
      unmark();
    };
  }, [locale]);

  // The effect runs once per sentence; its cleanup cancels the speech.
  useEffect(() => {
    const sentence = sentences[at];
    if (state !== 'reading' || !voice.current || !sentence) return;
    const controller = new AbortController();
    markSentence(sentence);
    savePosition(story.id, at);
    const next = () => {
      if (at + 1 < sentences.length) return setAt(at + 1);
      savePosition(story.id, 0);
      unmark();
      setState('done');
    };
    speak(sentence.text, voice.current, speed, controller.signal).then(
      (completed) => completed && next(),
      () => setState('failed'),
    );
    return () => controller.abort();
  }, [state, at, speed, sentences, story.id]);

  const go = (to: number) => {
    setAt(Math.min(Math.max(to, 0), sentences.length - 1));
    setState('reading');
  };
  const reading = state === 'reading';
  const silent = state === 'noVoice' || state === 'failed';
  const statusText = {
    starting: t('listen.starting'),
    reading: t('listen.place', { at: at + 1, of: sentences.length }),
    paused: t('listen.place', { at: at + 1, of: sentences.length }),
    done: t('listen.done'),
    noVoice: t('listen.noVoice', { language: name }),
    failed: t('listen.failed'),
  }[state];
  return createPortal(
    <section className="listener no-print" aria-label={t('news.listen')}>
      <p className="tabular" role={reading ? undefined : 'status'}>
        {statusText}
      </p>
      {!silent && (
        <>
          <Control icon="previous" label={t('listen.previous')} onClick={() => go(at - 1)} />
          <Control
            icon={reading ? 'pause' : 'play'}
            label={t(reading ? 'listen.pause' : 'listen.play')}
            onClick={() => (reading ? setState('paused') : go(state === 'done' ? 0 : at))}
            focused
          />
          <Control icon="next" label={t('listen.next')} onClick={() => go(at + 1)} />
          <label className="flex items-center gap-2">
            <span className="sr-only sm:not-sr-only">{t('listen.speed')}</span>
            <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
              {speeds.map((value) => (
                <option key={value} value={value}>
                  {value}×
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <Control icon="close" label={t('listen.stop')} onClick={onClose} focused={silent} />
    </section>,
    document.body,
  );
}

interface ControlProps {
  icon: IconName;
  label: string;
  onClick(): void;
  /** Focuses the control when it is mounted, for keyboard users who pressed Listen. */
  focused?: boolean;
}

function Control({ icon, label, onClick, focused = false }: ControlProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <button ref={button} type="button" className="listener-control" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
