import { useCallback, useEffect, useState } from 'react';
import { emptyStoryForm, type StoryForm } from '../stories.rules.ts';

const saveAfterMs = 500;

/**
 * Keeps what is typed into a story's form in this browser, so that a closed tab or a failed save loses nothing.
 * `draft` is what an earlier visit left, or null.
 */
export function useKeptDraft(name: string) {
  const key = `story-form:${name}`;
  const [draft, setDraft] = useState<StoryForm | null>(null);
  const [latest, setLatest] = useState<StoryForm | null>(null);

  // Only the browser has it.
  useEffect(() => setDraft(read(key)), [key]);

  // Written when the typing pauses.
  useEffect(() => {
    if (!latest) return;
    const timer = setTimeout(() => localStorage.setItem(key, JSON.stringify(latest)), saveAfterMs);
    return () => clearTimeout(timer);
  }, [key, latest]);

  const forget = useCallback(() => {
    setLatest(null);
    localStorage.removeItem(key);
  }, [key]);
  return { draft, keep: setLatest, forget };
}

function read(key: string): StoryForm | null {
  try {
    const kept: Partial<StoryForm> | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    return kept && { ...emptyStoryForm, ...kept }; // one kept by an older release lacks newer fields
  } catch {
    return null; // another release wrote it in another form
  }
}
