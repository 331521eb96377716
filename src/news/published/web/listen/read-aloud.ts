import { chooseVoice } from '../../listen.rules.ts';

/** Speech rates, as a factor of the voice's default. */
export const speeds = [0.75, 1, 1.25, 1.5] as const;

const voicesTimeoutMs = 2000;

/** A voice of the device for a locale, or undefined. Browsers load the list of voices asynchronously. */
export async function findVoice(locale: string): Promise<SpeechSynthesisVoice | undefined> {
  const found = chooseVoice(speechSynthesis.getVoices(), locale);
  if (found) return found;
  await new Promise((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
    setTimeout(resolve, voicesTimeoutMs);
  });
  return chooseVoice(speechSynthesis.getVoices(), locale);
}

/** Speaks one sentence. Resolves at its end: true if it was completed, false if aborted. Throws if the voice fails. */
export function speak(text: string, voice: SpeechSynthesisVoice, speed: number, signal: AbortSignal): Promise<boolean> {
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
    // Cancel instead of pause: on Android, resume() does not work after pause().
    signal.addEventListener('abort', () => {
      speechSynthesis.cancel();
      resolve(false);
    });
    speechSynthesis.speak(utterance);
  });
}
