/** The cluster's superuser, and the name of the site's database. */
export const user = 'newswing';

/** Part of the Unix socket's file name; the server does not listen on TCP. */
export const port = 5432;

/** The role of the site itself. */
export const siteRole = 'site';

/** Connection string of a database over the Unix socket in `socketDir`. */
export const urlAt = (socketDir: string, database: string, role: string = user): string =>
  `postgresql://${role}@${encodeURIComponent(socketDir)}:${port}/${database}`;
