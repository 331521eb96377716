import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { SQL } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { createSession } from '#src/accounts/users/server/sessions.queries.ts';
import { sessionLife } from '#src/accounts/users/sessions.rules.ts';
import { readConfig } from '#src/platform/config.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { loadOrCreateSecret } from '#src/platform/secrets/secrets.ts';
import { createTokens } from '#src/platform/secrets/tokens.ts';
import type { Role } from '#src/rules/roles.rules.ts';
import type { Site, SiteOptions } from '#src/site/site.ts';
import { Client } from './client.ts';
import { template } from './setup/postgres.ts';
import { startedTemplate } from './started-template.ts';
import { storeResults } from './stored-results.ts';

/** The password of every test account. */
export const password = 'correct horse battery';

/** Starts the site: from its sources, or from the build. */
export type Start = (options: SiteOptions) => Promise<Site>;

/**
 * A complete site with its own database and port. What its worker processes make is stored between tests, and used again,
 * unless `STORED_RESULTS` is off in `env`.
 */
export async function openTestSite(start: Start, postgres: string, env: Record<string, string> = {}) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(postgres.replace('DATABASE', 'postgres'), () => undefined);
  const dataDir = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'news-wing-site-'));
  let offsetMs = 0;
  const variables: Record<string, string> = {
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'off',
    ADMIN_EMAIL: 'chief@news.test',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'loopback', // tests use many addresses: Client.from
    ...env,
  };
  const log: string[] = [];
  const openNode = async (database = name, changes = {}) => {
    const node = await start({
      config: readConfig({ ...variables, ...changes }),
      databaseUrl: postgres.replace('DATABASE', database),
      root: join(import.meta.dirname, '..'),
      now: () => new Date(Date.now() + offsetMs),
      logDestination: { write: (line) => void log.push(line) },
      ...(variables.STORED_RESULTS !== 'off' && { wrapWorkers: storeResults }),
    });
    // A test sends the jobs that it is about: none begins by the time of day meanwhile.
    await node.services.db.execute('DELETE FROM jobs.schedule');
    return node;
  };
  const source = firstStart.some((variable) => variable in env)
    ? template
    : await startedTemplate(admin.pool, openNode);
  await admin.pool.query(`CREATE DATABASE ${name} TEMPLATE ${source}`);
  const site = await openNode();
  const { db } = site.services;
  let accounts = 0;

  /** Creates an account with a unique name and a confirmed e-mail; returns it with its id. */
  const createUser = async (role: Exclude<Role, 'visitor'>, changes: Partial<typeof users.$inferInsert> = {}) => {
    accounts += 1;
    const email = `${role}${accounts}@readers.test`;
    const user = {
      name: `Test ${role} ${accounts}`,
      email,
      emailConfirmedAt: new Date(),
      mobile: '+919876543210',
      dob: '1990-05-17',
      role,
      ...changes,
    };
    const [created] = await db
      .insert(users)
      .values({ passwordHash: await passwordHash, ...user })
      .returning();
    if (!created) throw new Error('The account was not created');
    return created;
  };

  const tokens = createTokens(variables.AUTH_SECRET ?? (await loadOrCreateSecret(dataDir, 'auth')));

  /** Opens a session without a login, whose own tests log in: it takes a tenth of the time. */
  const tokenOf = async ({ id: userId, role }: typeof users.$inferSelect) => {
    const kind = role === 'reader' ? 'user' : 'admin';
    const now = new Date(Date.now() + offsetMs);
    const expiresAt = new Date(now.getTime() + sessionLife[kind].longestMs);
    const times = { createdAt: now, lastSeenAt: now, confirmedAt: now, expiresAt };
    const id = await createSession(db, { userId, kind, device: 'A test', address: '127.0.0.1', ...times });
    return tokens.sign({ id, userId, issuedAt: now, expiresAt });
  };

  const visitor = new Client(site.address);
  return {
    ...site,
    dataDir,
    databaseUrl: postgres.replace('DATABASE', name),
    db,
    visitor,
    createUser,
    /** Starts another node on the same database and folder, with these variables changed. The caller closes it. */
    openNode: (changes: Record<string, string> = {}) => openNode(name, changes),
    /** A logged-in client of a new account: a session as the readers' login opens it for `reader`, as the admin login for others. */
    as: async (role: Exclude<Role, 'visitor'>) => visitor.withToken(await tokenOf(await createUser(role))),
    /** Advances the site's clock. */
    advance: (ms: number) => {
      offsetMs += ms;
    },
    /** Returns a function that restores the clock's current offset. */
    saveClock: () => {
      const saved = offsetMs;
      return () => {
        offsetMs = saved;
      };
    },
    /** Writes past the site's calls, and waits as these do until its caches have processed the change. */
    change: async (statement: SQL | string) => {
      await db.execute(statement);
      await site.services.pageInvalidation.waitForReplicas();
    },
    /** The lines that its nodes have logged since the last call. */
    takeLog: () => log.splice(0),
    close: async () => {
      await site.close();
      await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type TestSite = Awaited<ReturnType<typeof openTestSite>>;

// These change what the first start creates; if one is set, the site starts on an empty database.
const firstStart = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'SAMPLE_CONTENT'];

// A hash contains its parameters, which determine how long a login takes: these are argon2's minimum. The site's own
// parameters are tested with accounts whose password the site has hashed.
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
