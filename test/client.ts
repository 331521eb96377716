/** The answer to a request, with its JSON already read. */
export interface Answer {
  status: number;
  headers: Headers;
  // What an answer holds is what the test checks.
  // biome-ignore lint/suspicious/noExplicitAny: the test states the shape it expects
  body: any;
}

/** Speaks HTTP with a site as a browser would, with or without a token. */
export class Client {
  readonly url: string;
  readonly token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.token = token;
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.token && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.token}`);
    const response = await fetch(this.url + path, { ...init, method, headers, redirect: 'manual' });
    const json = response.headers.get('content-type')?.includes('json');
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

  async login(path: string, email: string, password: string): Promise<Client> {
    const { status, body } = await this.json('POST', path, { email, password });
    if (status !== 200) throw new Error(`Login of ${email} failed: ${JSON.stringify(body)}`);
    return new Client(this.url, body.token);
  }
}
