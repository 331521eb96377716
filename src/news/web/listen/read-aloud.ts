import { chooseVoice } from '../../listen.rules.ts';

/** How fast, as a factor of the voice's own speed. */
export const speeds = [0.75, 1, 1.25, 1.5] as const;

const voicesComeWithinMs = 2000;

/** The device's voice for a locale, or undefined when it has none. Browsers list their voices late. */
export async function findVoice(locale: string): Promise<SpeechSynthesisVoice | undefined> {
  const found = chooseVoice(speechSynthesis.getVoices(), locale);
  if (found) return found;
  await new Promise((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
    setTimeout(resolve, voicesComeWithinMs);
  });
  return chooseVoice(speechSynthesis.getVoices(), locale);
}

/** Says one sentence. Resolves when it has been said; true unless it was broken off. Throws when the voice fails. */
export function say(text: string, voice: SpeechSynthesisVoice, speed: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = speed;
    utterance.onend = () => resolve(!signal.aborted);
    utterance.onerror = ({ error }) =>
      signal.aborted || error === 'canceled' || error === 'interrupted'
        ? resolve(false)
        : reject(new Error(`The voice failed: ${error}`));
    // Broken off instead of paused: on Android a paused voice never speaks again.
    signal.addEventListener('abort', () => {
      speechSynthesis.cancel();
      resolve(false);
    });
    speechSynthesis.speak(utterance);
  });
}
