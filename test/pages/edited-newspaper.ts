import type { Answer, Client } from '../client.ts';
import type { TestSite } from '../site.ts';

export interface Story {
  id: number;
  state: 'draft' | 'published' | 'trashed';
  category: string;
  /** Whether it is a version of another story, or has versions. */
  grouped: boolean;
}

export interface AddedCategory {
  id: number;
  name: string;
  /** Its slugs, with those of earlier names. */
  slugs: string[];
  removed: boolean;
}

/** The accounts and rows that random edits use and create. */
export interface Newspaper {
  site: TestSite;
  admin: Client;
  author: Client;
  stories: Story[];
  editions: { id: number; deleted: boolean }[];
  essays: { id: number; state: 'approved' | 'rejected' | 'deleted' }[];
  addedCategories: AddedCategory[];
  clips: string[];
}

export const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

export function succeeded(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

export type Apply = (paper: Newspaper, pick: number, word: string) => Promise<unknown>;
