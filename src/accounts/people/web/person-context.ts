import type { ListedUser } from '#src/accounts/users/users.contract.ts';

/** What the list of people gives the child route that it shows below an editor's role. */
export interface PersonContext {
  person: ListedUser;
  /** Makes a call, after re-authentication where it is needed, and shows the outcome. */
  run(makeCall: () => Promise<unknown>): Promise<void>;
}
