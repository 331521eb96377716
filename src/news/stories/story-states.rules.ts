// The states of a story and who may change them, for the server and the form.

import { type StoryStatus, storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { isAllowed, type Role, type Who } from '#src/rules/roles.rules.ts';

/** `own`: the story's author or assignee, and the roles that edit the stories of others. */
type Right = 'own' | Who;

/** Who may move a story from a state (`new`: no story yet) to another. Other transitions are not possible. */
export const steps: Record<'new' | StoryStatus, Partial<Record<StoryStatus, Right>>> = {
  new: { draft: 'writers', ready: 'writers', approved: 'editors', scheduled: 'editors', published: 'editors' },
  draft: { ready: 'own', approved: 'editors', scheduled: 'editors', published: 'editors' },
  ready: { draft: 'own', approved: 'editors', scheduled: 'editors', published: 'editors' },
  approved: { draft: 'desk', ready: 'desk', scheduled: 'editors', published: 'editors' },
  scheduled: { draft: 'editors', ready: 'editors', approved: 'editors', published: 'editors' },
  published: { unpublished: 'editors', draft: 'editors', ready: 'editors', approved: 'editors', scheduled: 'editors' },
  unpublished: { draft: 'desk', ready: 'desk', approved: 'editors', scheduled: 'editors', published: 'editors' },
};

/**
 * Who may change a story in a state without moving it, and delete it. A test checks that this includes all who may move
 * it from that state, so that the right to change can be checked first.
 */
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

/** Whether the writer may move a story to another state (`from`: `new` for no story). */
export const mayMove = (writer: Writer, from: 'new' | StoryStatus, to: StoryStatus): boolean =>
  isTheirs(writer, steps[from][to]);

/** Whether this writer sees a story's history and its comments: the desk, its author and its assignee. */
export const worksOn = (writer: Writer): boolean => isTheirs(writer, 'own');

/** Reporters see their own stories, the desk all of them, the other roles of the newsroom those that readers see. */
export const maySee = (writer: Writer, status: StoryStatus): boolean => status === 'published' || worksOn(writer);

const goesPublic = (status: StoryStatus) => status === 'scheduled' || status === 'published';

/** Whether a paper that requires an approval before publication still lacks it for this step. */
export const lacksApproval = (from: 'new' | StoryStatus, to: StoryStatus): boolean =>
  goesPublic(to) && from !== 'approved' && !(from !== 'new' && goesPublic(from));

/** The states that the form offers: the current one, and those that the writer may move the story to. */
export const offeredStates = (writer: Writer, from: 'new' | StoryStatus, needsApproval: boolean): StoryStatus[] =>
  storyStatuses.filter(
    (to) => to === from || (mayMove(writer, from, to) && !(needsApproval && lacksApproval(from, to))),
  );

/**
 * The state of a story after a change without a transition: what an editor has approved is no longer approved once
 * someone else has changed it.
 */
export const stateAfterChange = ({ role }: Writer, status: StoryStatus): StoryStatus =>
  status === 'approved' && !isAllowed(role, 'editors') ? 'ready' : status;
