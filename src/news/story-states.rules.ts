// The life of a story and whose each step is, for the server and the form.

import { isAllowed, type Role, type Who } from '#src/rules/roles.rules.ts';
import { type StoryForm, storyStatuses } from './story-fields.contract.ts';

export type StoryStatus = StoryForm['status'];

/** `own`: the author, and those who may edit the stories of others. */
type Right = 'own' | Who;

/** Whose it is to move a story from a state (`new`: no story yet) to another. A step that is not here is nobody's. */
export const steps: Record<'new' | StoryStatus, Partial<Record<StoryStatus, Right>>> = {
  new: { draft: 'writers', ready: 'writers', approved: 'editors', scheduled: 'editors', published: 'editors' },
  draft: { ready: 'own', approved: 'editors', scheduled: 'editors', published: 'editors' },
  ready: { draft: 'own', approved: 'editors', scheduled: 'editors', published: 'editors' },
  approved: { draft: 'desk', ready: 'desk', scheduled: 'editors', published: 'editors' },
  scheduled: { draft: 'editors', ready: 'editors', approved: 'editors', published: 'editors' },
  published: { unpublished: 'editors', draft: 'editors', ready: 'editors', approved: 'editors', scheduled: 'editors' },
  unpublished: { draft: 'desk', ready: 'desk', approved: 'editors', scheduled: 'editors', published: 'editors' },
};

/** Whose it is to change a story in a state without moving it, and to delete it. */
export const changes: Record<StoryStatus, Right> = {
  draft: 'own',
  ready: 'own',
  approved: 'desk',
  scheduled: 'editors',
  published: 'editors',
  unpublished: 'desk',
};

/** Someone who works on a story. */
export interface Writer {
  role: Role;
  /** Whether the story is his own, or new. */
  own: boolean;
}

const isTheirs = ({ role, own }: Writer, right: Right | undefined): boolean =>
  right !== undefined && isAllowed(role, right === 'own' ? (own ? 'writers' : 'desk') : right);

export const mayChange = (writer: Writer, status: StoryStatus): boolean => isTheirs(writer, changes[status]);

/** Whether a story may get a state that it had not (`from`: `new` for no story). */
export const mayMove = (writer: Writer, from: 'new' | StoryStatus, to: StoryStatus): boolean =>
  isTheirs(writer, steps[from][to]);

/** Whether a story's history and the talk about it are for this writer: for the desk, and for whose story it is. */
export const worksOn = (writer: Writer): boolean => isTheirs(writer, 'own');

/** Reporters see their own stories, the desk all of them, the other roles of the newsroom those that readers see. */
export const maySee = (writer: Writer, status: StoryStatus): boolean => status === 'published' || worksOn(writer);

const goesPublic = (status: StoryStatus) => status === 'scheduled' || status === 'published';

/** Whether a paper that wants an approval before publication still lacks it for this step. */
export const lacksApproval = (from: 'new' | StoryStatus, to: StoryStatus): boolean =>
  goesPublic(to) && from !== 'approved' && !(from !== 'new' && goesPublic(from));

/** The states that the form offers: the current one, and those that the writer may move the story to. */
export const offeredStates = (writer: Writer, from: 'new' | StoryStatus, needsApproval: boolean): StoryStatus[] =>
  storyStatuses.filter(
    (to) => to === from || (mayMove(writer, from, to) && !(needsApproval && lacksApproval(from, to))),
  );

/**
 * The state of a story after a change without a step: what an editor has approved is no longer approved once someone
 * else has changed it.
 */
export const stateAfterChange = ({ role }: Writer, status: StoryStatus): StoryStatus =>
  status === 'approved' && !isAllowed(role, 'editors') ? 'ready' : status;
