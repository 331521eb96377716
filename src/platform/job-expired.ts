/** A job took longer than it may. */
export class JobExpired extends Error {}
