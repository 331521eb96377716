/** The response to a request, with its JSON parsed. */
export interface Answer {
  status: number;
  headers: Headers;
  // The test checks the type of the body.
  // biome-ignore lint/suspicious/noExplicitAny: the test states the shape it expects
  body: any;
}

/** The body of a successful answer. Throws for any other. */
export function taken({ status, body }: Answer) {
  if (status >= 300) throw new Error(`It was not taken: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends HTTP requests to a site as a browser would, with or without a token. */
export class Client {
  readonly url: string;
  readonly token: string | undefined;
  /** Sent with every request. */
  private readonly headers: Record<string, string>;
  /** Device tokens of earlier logins by e-mail. */
  private readonly devices: Map<string, string>;

  constructor(url: string, token?: string, headers: Record<string, string> = {}, devices = new Map<string, string>()) {
    this.url = url;
    this.token = token;
    this.headers = headers;
    this.devices = devices;
  }

  /** Another visitor with this IP address; a site under test trusts X-Forwarded-For from localhost. */
  from(address: string): Client {
    return new Client(this.url, undefined, { ...this.headers, 'x-forwarded-for': address });
  }

  /** The same browser, logged in. */
  withToken(token: string): Client {
    return new Client(this.url, token, this.headers, this.devices);
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers({ ...this.headers, ...Object.fromEntries(new Headers(init.headers)) });
    if (this.token && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.token}`);
    const response = await fetch(this.url + path, { ...init, method, headers, redirect: 'manual' });
    const json = method !== 'HEAD' && response.headers.get('content-type')?.includes('json');
    const body = json ? await response.json() : await response.bytes();
    return { status: response.status, headers: response.headers, body };
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.send('GET', path, { headers });
  }

  json(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    const all = { 'content-type': 'application/json', ...headers };
    return this.send(method, path, { body: JSON.stringify(body), headers: all });
  }

  form(method: string, path: string, fields: Record<string, string | number | Blob | File>) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'number' ? String(value) : value);
    return this.send(method, path, { body: form });
  }

  delete(path: string) {
    return this.send('DELETE', path);
  }

  /** Logs in with the device tokens of earlier logins, as a browser does. */
  async login(path: string, email: string, password: string): Promise<Client> {
    const device = this.devices.get(email);
    const body = { email, password, ...(device && { device_tokens: [device] }) };
    const answer = await this.json('POST', path, body);
    if (answer.status !== 200) throw new Error(`Login of ${email} failed: ${JSON.stringify(answer.body)}`);
    this.devices.set(email, answer.body.device_token);
    return this.withToken(answer.body.token);
  }
}
