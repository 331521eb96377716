// Markup in what belongs to stories beside their form: media, authors, topics, series, live entries, corrections, plans.
import { localNameLanguages } from '#src/news/categories/category-names.rules.ts';
import { createLiveStory } from '#test/factories/live.ts';
import { proposedOrder } from '#test/factories/newspapers.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { type Client, taken } from '../client.ts';

interface Pens {
  /** Without angle brackets, which names of topics and titles of series refuse. */
  quotes(what: string): string;
  line(what: string): string;
  text(what: string): string;
  markdown(what: string): string;
}

interface Shown {
  /** Public pages. */
  open: string[];
  /** Calls that show the texts to an editor. */
  desk: string[];
}

/** Fills these texts; returns what shows them. */
export async function fillNewsroomTexts(editor: Client, pens: Pens): Promise<Shown> {
  const parts = [await fillMedia(editor, pens), await fillNames(editor, pens), await fillLive(editor, pens)];
  return {
    open: ['/corrections', ...parts.flatMap(({ open }) => open)],
    desk: [...parts.flatMap(({ desk }) => desk), ...(await fillPlans(editor, pens))],
  };
}

async function fillMedia(editor: Client, { text, line }: Pens): Promise<Shown> {
  const details = (call: string) => ({
    caption: text(`${call} caption`),
    credit: line(`${call} credit`),
    licence_name: line(`${call} licence_name`),
    source: line(`${call} source`),
  });
  const pictures = '/api/media/pictures';
  const files = '/api/media/files';
  const sound = () => new File(['ID3 and the rest of a file of sound'], 'siren.mp3');
  const upload = async (path: string, file: File, fields = {}) =>
    taken(await editor.form('POST', path, { file, ...fields })).id;
  const first = await upload(pictures, await pictureFile(), {
    ...details(`POST ${pictures}`),
    alt: text(`POST ${pictures} alt`),
  });
  const second = await upload(pictures, await pictureFile());
  taken(
    await editor.json('PUT', `${pictures}/${second}`, {
      ...details(`PUT ${pictures}/:id`),
      alt: text(`PUT ${pictures}/:id alt`),
    }),
  );
  const siren = await upload(files, sound(), { ...details(`POST ${files}`), title: text(`POST ${files} title`) });
  const other = await upload(files, sound());
  taken(
    await editor.form('PUT', `${files}/${other}`, {
      ...details(`PUT ${files}/:id`),
      title: text(`PUT ${files}/:id title`),
    }),
  );
  const blocks = [first, second].map((id) => `::picture{id=${id}}`);
  const { id } = await createStory(editor, {
    news_description: ['First.', ...blocks, ...[siren, other].map((file) => `::audio{id=${file}}`)].join('\n\n'),
  });
  return {
    open: [`/news/${id}`],
    desk: [...[first, second].map((one) => `${pictures}/${one}`), ...[siren, other].map((one) => `${files}/${one}`)],
  };
}

async function fillNames(editor: Client, { quotes, line, text, markdown }: Pens): Promise<Shown> {
  const author = (call: string) => ({
    name: line(`${call} name`),
    role: line(`${call} role`),
    bio: markdown(`${call} bio`),
  });
  const first = taken(await editor.form('POST', '/api/authors', author('POST /api/authors')));
  const second = taken(await editor.form('POST', '/api/authors', { name: 'To be renamed' }));
  const renamed = taken(await editor.form('PUT', `/api/authors/${second.id}`, author('PUT /api/authors/:id')));
  const series = (call: string) => ({
    title: quotes(`${call} title`),
    description: text(`${call} description`),
    language: 'en',
  });
  const begun = taken(await editor.json('POST', '/api/series', series('POST /api/series')));
  const later = taken(await editor.json('POST', '/api/series', { title: 'To be renamed', language: 'en' }));
  const put = series('PUT /api/series/:id');
  const changed = taken(await editor.json('PUT', `/api/series/${later.id}`, { ...put, version: later.version }));
  const authors = `${first.id},${second.id}`;
  const story = await createStory(editor, { authors, series: begun.slug, topics: quotes('POST /api/admin topics') });
  const { id, version } = await createStory(editor, { series: changed.slug, topics: 'Renamed' });
  taken(
    await editor.form('PUT', `/api/admin/${id}`, {
      topics: `Renamed, ${quotes('PUT /api/admin/:id topics')}`,
      version,
    }),
  );
  const [topic] = taken(await editor.get('/api/topics?q=Renamed'));
  const call = 'PUT /api/topics/:id';
  const names = Object.fromEntries(localNameLanguages.map((code) => [code, quotes(`${call} names.${code}`)]));
  const words = { name: quotes(`${call} name`), description: text(`${call} description`), names };
  const { slug } = taken(await editor.json('PUT', `/api/topics/${topic.id}`, { ...words, version: topic.version }));
  const pageOf = (kind: string, of: string) => `/${kind}/${encodeURIComponent(of)}`;
  return {
    open: [
      ...[`/news/${story.id}`, `/news/${id}`, pageOf('topic', slug)],
      ...[begun.slug, changed.slug].map((of) => pageOf('series', of)),
      ...[first.slug, renamed.slug].map((of) => pageOf('author', of)),
    ],
    desk: [first, second].map((one) => `/api/authors/${one.id}`),
  };
}

async function fillLive(editor: Client, { text, markdown }: Pens): Promise<Shown> {
  const id = await createLiveStory(editor);
  const call = '/api/stories/:id/live/entries';
  const entries = `/api/stories/${id}/live/entries`;
  const entry = (method: string) => ({ title: text(`${method} title`), text: markdown(`${method} text`) });
  taken(await editor.json('POST', entries, entry(`POST ${call}`)));
  const { id: other } = taken(await editor.json('POST', entries, { text: 'To be changed' }));
  taken(await editor.json('PUT', `${entries}/${other}`, { ...entry(`PUT ${call}/:entry`), version: 1 }));
  const corrected = { kind: 'correction', text: markdown('POST /api/stories/:id/corrections text') };
  taken(await editor.json('POST', `/api/stories/${id}/corrections`, corrected));
  return { open: [`/news/${id}`], desk: [`/api/stories/${id}/live/desk`] };
}

async function fillPlans(editor: Client, { line, text }: Pens): Promise<string[]> {
  const assignment = (call: string) => ({ what: line(`${call} what`), notes: text(`${call} notes`) });
  taken(await editor.json('POST', '/api/plan/assignments', assignment('POST /api/plan/assignments')));
  const { id, version } = taken(await editor.json('POST', '/api/plan/assignments', { what: 'To be changed' }));
  const changed = { ...assignment('PUT /api/plan/assignments/:id'), version };
  taken(await editor.json('PUT', `/api/plan/assignments/${id}`, changed));

  const order = await proposedOrder(editor);
  const [story] = order.stories;
  const known = order.stories.map((one) => one.id);
  const empty = { ...order, known, issue_date: order.to, title: 'To be changed', spaces: [], prints: [] };
  const plan = (call: string) => ({
    ...empty,
    title: line(`${call} title`),
    spaces: [
      {
        ...{ page: 1, size: 'half', kind: 'notice', picture: null },
        label: line(`${call} spaces.label`),
        text: text(`${call} spaces.text`),
      },
    ],
    prints: [{ id: story?.id, of: 'abc', text: text(`${call} prints.text`) }],
  });
  const saved = taken(await editor.json('POST', '/api/edition-plans', plan('POST /api/edition-plans')));
  const other = taken(await editor.json('POST', '/api/edition-plans', empty));
  const again = { ...plan('PUT /api/edition-plans/:id'), version: other.version };
  taken(await editor.json('PUT', `/api/edition-plans/${other.id}`, again));
  return [saved, other].map((one) => `/api/edition-plans/${one.id}`);
}
