// Several hosts in one connection string, as libpq has them: postgres://user@a:5432,b:5432/paper?target_session_attrs=read-write
// The driver takes one host only (node-postgres issue 1470), so this finds the host that takes writes: decision 154.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

const maxHosts = 8;
// A host that does not answer delays the search by no more than this: the next one is tried meanwhile.
const headStartMs = 300;
// With the head starts of all hosts less than the 10 s that a pool waits for a connection.
const attemptMs = 5000;

const cut = (text: string, at: number) =>
  at < 0 ? ([text, ''] as const) : ([text.slice(0, at), text.slice(at)] as const);

/** Splits a connection string into one for each of its hosts. */
export function splitHosts(url: string): { urls: string[]; targetSessionAttrs: string | undefined } {
  // "postgres://" "user:password@" "a:5432,b:5432" "/paper" "?" "target_session_attrs=read-write&sslmode=verify-full"
  const [address, query] = cut(url, url.indexOf('?'));
  const scheme = address.indexOf('://') + 3;
  const [authority, database] = cut(address, address.indexOf('/', scheme));
  const hostsAt = authority.lastIndexOf('@') + 1 || scheme;
  const [before, hosts] = [authority.slice(0, hostsAt), authority.slice(hostsAt)];
  const parameters = query.slice(1).split('&').filter(Boolean);
  const [name, is] = ['target_session_attrs=', (parameter: string) => parameter.startsWith(name)];
  const others = parameters.filter((parameter) => !is(parameter)).join('&');
  return {
    urls: hosts.split(',').map((host) => before + host + database + (others && `?${others}`)),
    targetSessionAttrs: parameters.find(is)?.slice(name.length),
  };
}

/** What is wrong with the hosts of a connection string, as the end of a sentence about it. */
export function hostsProblem(url: string): string | undefined {
  const { urls, targetSessionAttrs } = splitHosts(url);
  if (targetSessionAttrs !== undefined && targetSessionAttrs !== 'read-write')
    return 'must not have another target_session_attrs than read-write';
  if (urls.length === 1) return undefined;
  if (targetSessionAttrs === undefined) return 'must have target_session_attrs=read-write if it names several hosts';
  if (urls.length > maxHosts) return `must not name more than ${maxHosts} hosts`;
  const isHost = (one: string) => URL.canParse(one) && new URL(one).hostname !== '';
  if (!urls.every(isHost) || new Set(urls).size < urls.length)
    return 'must name each host once, with its port if that is not 5432, separated by commas';
  return undefined;
}

interface Host {
  url: string;
  host: string;
  port: number;
}

/** The hosts of a connection string, one of which is the primary. */
interface Cluster {
  hosts: readonly Host[];
  primary: Host | undefined;
  search: Promise<Host> | undefined;
  clients: Set<DatabaseClient>;
}

// By their connection string: pool, queue and LISTEN connection of a process use the same primary.
const clusters = new Map<string, Cluster>();

function clusterOf(url: string): Cluster | undefined {
  const { urls, targetSessionAttrs } = splitHosts(url);
  if (targetSessionAttrs === undefined) return undefined;
  const known = clusters.get(url);
  if (known) return known;
  const hosts = urls.map((connectionString) => {
    const { host, port } = new Client({ connectionString }); // as the driver reads it
    return { url: connectionString, host, port };
  });
  const cluster = { hosts, primary: undefined, search: undefined, clients: new Set<DatabaseClient>() };
  clusters.set(url, cluster);
  return cluster;
}

const addressOf = ({ host, port }: Host) => `${host}:${port}`;

/** The host that is used, if the connection string names several and one was found. */
export function primaryOf(url: string): string | undefined {
  const primary = clusters.get(url)?.primary;
  return primary && addressOf(primary);
}

// Reported by every server since PostgreSQL 14 when a session begins, and used by libpq in the same way.
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only'];

/** Watches whether a session is read-only. Call it before `connect`. */
function watchReadOnly(client: Client): () => boolean {
  const values = new Map<string, string>();
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
    values.set(parameterName, parameterValue),
  );
  return () => readOnlyParameters.some((name) => values.get(name) === 'on');
}

const readOnly = (host: Host) => new Error(`${addressOf(host)} is read-only`);

/** Throws unless the host takes writes. */
async function tryHost(host: Host): Promise<Host> {
  const client = new Client({ connectionString: host.url, connectionTimeoutMillis: attemptMs });
  const isReadOnly = watchReadOnly(client);
  client.on('error', () => undefined); // connect throws it, or it comes after the answer
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException; // the driver's
    throw new Error(`${addressOf(host)}: ${message || code}`, { cause: error });
  } finally {
    void client.end().catch(() => undefined); // the answer is known
  }
  if (isReadOnly()) throw readOnly(host);
  return host;
}

/** Asks the last primary first, and each other host when the one before has failed or used up its head start. */
async function findPrimary({ hosts, primary }: Cluster): Promise<Host> {
  const order = primary ? [primary, ...hosts.filter((host) => host !== primary)] : hosts;
  let found = false;
  let turn: Promise<unknown> = Promise.resolve();
  const attempts = order.map((host) => {
    const start = turn;
    const attempt = start.then(async () => {
      if (found) return Promise.reject(new Error(`${addressOf(host)} was not asked`));
      await tryHost(host);
      found = true;
      return host;
    });
    const headStart = start.then(() => sleep(headStartMs, undefined, { ref: false }));
    turn = Promise.race([attempt.catch(() => undefined), headStart]);
    return attempt;
  });
  return Promise.any(attempts).catch((error: AggregateError) => {
    const reasons = (error.errors as Error[]).map(({ message }) => message).join('; ');
    throw Object.assign(new Error(reasons, { cause: error.errors[0] }), { code: 'ENOTFOUND' });
  });
}

/** The host that takes writes now. Searches that are made at once share one. */
async function locate(cluster: Cluster): Promise<Host> {
  cluster.search ??= findPrimary(cluster).finally(() => {
    cluster.search = undefined;
  });
  const found = await cluster.search;
  if (cluster.primary !== found) {
    cluster.primary = found;
    // A machine that has lost its power sends nothing, so queries to it would wait for minutes. And no process uses two primaries.
    for (const client of cluster.clients)
      if (client.host !== found.host || client.port !== found.port) client.connection.stream.destroy();
  }
  return found;
}

/**
 * The driver's client, whose connection string may name several hosts: it connects to the one that takes writes. Every
 * connection to the site's database is one, those of pools too (`new Pool({ connectionString, Client: DatabaseClient })`).
 */
export class DatabaseClient extends Client {
  readonly #cluster: Cluster | undefined;

  constructor(config: ClientConfig = {}) {
    const cluster = clusterOf(config.connectionString ?? '');
    super(cluster ? { ...config, connectionString: cluster.hosts[0]?.url } : config);
    this.#cluster = cluster;
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error | null, client?: Client) => void): void;
  override connect(callback?: (error: Error | null, client?: Client) => void): Promise<Client> | undefined {
    const connected = this.#cluster ? this.#connectToPrimary(this.#cluster) : super.connect();
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
    return undefined;
  }

  async #connectToPrimary(cluster: Cluster): Promise<Client> {
    const found = await locate(cluster);
    this.host = found.host; // read when it connects
    this.port = found.port;
    const isReadOnly = watchReadOnly(this);
    cluster.clients.add(this);
    this.once('end', () => cluster.clients.delete(this));
    await super.connect();
    if (!isReadOnly()) return this;
    void this.end().catch(() => undefined);
    throw Object.assign(readOnly(found), { code: 'ENOTFOUND' });
  }
}
