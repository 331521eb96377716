// A site on which every text that users can submit is markup, each with a unique marker.
import { allSettings } from '#src/site/slices.ts';
import { pdfFile } from '#test/factories/documents.ts';
import { addEdition } from '#test/factories/editions.ts';
import { declarePayment, statementFile } from '#test/factories/payments.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { decide, submit } from '#test/factories/submissions.ts';
import type { Answer, Client } from '../client.ts';
import { password, type TestSite } from '../site.ts';
import { fillNewsroomTexts } from './hostile-newsroom.ts';
import { fillStaffTexts } from './hostile-staff.ts';

export interface HostilePaper {
  admin: Client;
  /** Public pages. */
  open: string[];
  /** Pages for editors and admins. */
  newsroom: string[];
  /** Calls that show the texts of the desk to an admin. */
  desk: string[];
  /** Maps each accepted field, such as "PUT /api/settings site.motto", to the marker of its text. */
  sent: Map<string, string>;
}

/** Runs script if a page renders it as markup; the browser test looks for its effect. */
const element = `<canary-x onclick="canary()">`;

/** Fills a site. `sent` contains every accepted text. */
export async function fillWithMarkup(site: TestSite): Promise<HostilePaper> {
  const sent = new Map<string, string>();
  let count = 0;
  const marker = (what: string) => {
    count += 1;
    const name = `canary${count}n`;
    sent.set(what, name);
    return name;
  };
  /** A text that ends an attribute and begins another. */
  const quotes = (what: string) => `${marker(what)}"' onclick='canary()`;
  /** A one-line text that ends an attribute and opens an element; "canary7n" is its marker. */
  const line = (what: string) => `${marker(what)}"'>${element}`;
  /** Markup that closes any surrounding element or attribute. */
  const text = (what: string) => `${line(what)}</title></textarea></script>]]>--><svg/onload="canary()">`;
  const markdown = (what: string) =>
    `${text(what)}\n\n# ${element}\n\n> ${element}\n\n- [a](javascript:canary()) [b](data:text/html,${element}) [i](intent:canary) [j](blob:canary) <javascript:canary()> ![c](x"onerror="canary())\n\n[d](https://a.test/"onclick="canary())`;
  /** Sends texts; removes those of a rejected request from `sent`. */
  const attempt = async (call: string, fields: string[], send: () => Promise<Answer>) => {
    const answer = await send();
    if (answer.status >= 300) for (const field of fields) sent.delete(`${call} ${field}`);
    return answer;
  };

  const admin = await site.as('admin');
  await fillSettings();
  const news = await fillNews(admin);
  const papers = await fillEditions(admin);
  await fillPeople();
  const research = await fillResearch();
  const desk = await fillStaffTexts(site, admin, { line, text, markdown });
  const newsroom = await fillNewsroomTexts(admin, { quotes, line, text, markdown });
  const slugs = await fillPages();
  return {
    admin,
    sent,
    desk: ['/api/audit?search=statement', ...desk.desk, ...newsroom.desk],
    open: [
      ...['/', '/news', '/hi/news', '/grievance', '/enroll', '/payment'],
      ...[...news, ...papers, ...research, ...slugs, ...desk.open, ...newsroom.open],
    ],
    newsroom: [
      ...[
        '/admin/people',
        '/admin/payments',
        '/admin/statements',
        '/admin/enquiries',
        '/admin/letters?list=published',
        '/admin/newsletters',
        '/admin/newsletters/figures',
        '/admin/newsletters/1',
        '/admin/grievances',
        '/admin/audit',
        '/admin/jobs',
      ],
      ...[
        '/admin/settings',
        '/admin/health',
        '/admin/editions',
        '/admin/drafts',
        '/admin/trash',
        '/admin/categories',
        '/admin/pages/about',
        '/admin/pages',
      ],
      ...[
        '/publication',
        '/compose',
        '/admin-news',
        '/profile/edit',
        '/profile/readers',
        '/admin-create',
        news[0]?.replace('/news/', '/admin/edit/') ?? '',
      ],
    ],
  };

  /** Fills all settings that accept free text. */
  async function fillSettings(): Promise<void> {
    const worded = allSettings.filter(
      ({ input, schema }) => /text|lines/.test(input.kind) && schema.safeParse('a "\'><b c="').success,
    );
    const values = Object.fromEntries(worded.map(({ key }) => [key, line(`PUT /api/settings ${key}`)]));
    const { status, body } = await admin.json('PUT', '/api/settings', { values });
    if (status !== 200) throw new Error(`The settings were not taken: ${JSON.stringify(body)}`);
  }

  /** Returns the paths of the story's page, its category, its sub-category and searches for it. */
  async function fillNews(editor: Client): Promise<string[]> {
    const { body: category } = await editor.json('POST', '/api/categories', {
      name: line('POST /api/categories name'),
    });
    const { body: withSub } = await editor.json('POST', `/api/categories/${category.id}/sub-categories`, {
      name: line('POST /api/categories/:id/sub-categories name'),
    });
    const sub = withSub.sub_categories[0];
    const fields = (call: string) => ({
      news_title: text(`${call} news_title`),
      news_description: markdown(`${call} news_description`),
      image_caption: text(`${call} image_caption`),
      author: line(`${call} author`),
    });
    const place = { news_category: category.name, news_sub_category: sub.name };
    const story = await createStory(editor, {
      ...fields('POST /api/admin'),
      ...place,
      image: await pictureFile(1300, 900),
    });
    const labelled = {
      news_category: category.name,
      news_sub_category: 'Others',
      news_submenu: line('POST /api/admin news_submenu'),
    };
    const other = await createStory(editor, labelled);
    const changed = await createStory(editor, { ...labelled, news_submenu: 'Plain' });
    await editor.form('PUT', `/api/admin/${changed.id}`, {
      ...fields('PUT /api/admin/:id'),
      news_submenu: line('PUT /api/admin/:id news_submenu'),
    });
    await createStory(editor, { status: 'draft', news_title: line('draft') });
    const gone = await createStory(editor, { news_title: line('trash') });
    await editor.delete(`/api/admin/${gone.id}`);
    const slug = encodeURIComponent(category.slug);
    const query = encodeURIComponent(`canary ${element}`);
    return [
      ...[
        ...[story, other, changed].map(({ id }) => `/news/${id}`),
        `/category/${slug}`,
        `/category/${slug}/subcategory/${encodeURIComponent(sub.slug)}`,
      ],
      ...[
        `/search?q=canary`,
        `/search?q=${query}`,
        `/research?search=${query}`,
        `/e-paper/search?q=${query}`,
        `/login?from=/${query}`,
      ],
      ...[
        `/${query}`,
        `/category/${query}`,
        `/verify/${query}`,
        `/news/${query}`,
        `/payment?plan=${query}`,
        `/reset-password?token=${query}`,
      ],
    ];
  }

  async function fillEditions(editor: Client): Promise<string[]> {
    const details = { title: line('POST /api/upload-pdf title'), place: line('POST /api/upload-pdf place') };
    const id = await addEdition(editor, [`Canary. ${element}</script>`, 'Second page.'], {
      ...details,
      issue_date: '2026-11-22',
    });
    await editor.json('PUT', `/api/editions/${id}/pages/1`, { text: text('PUT /api/editions/:id/pages/:page text') });
    const region = { page: 1, left: 0, top: 0, right: 1, bottom: 0.3 };
    const { body: clip } = await editor.json('POST', `/api/editions/${id}/clips`, region);
    const other = await addEdition(editor, ['Other page.']);
    await editor.form('PUT', `/api/editions/${other}`, {
      title: line('PUT /api/editions/:id title'),
      place: line('PUT /api/editions/:id place'),
    });
    return ['/e-paper', '/e-paper?month=2026-11', `/e-paper/${id}`, `/clip/${clip.code}`, '/e-paper/search?q=canary'];
  }

  async function fillPeople(): Promise<void> {
    const name = line('POST /api/newswings_register name');
    const person = { name, email: 'canary@readers.test', mobile: '+919876543210', dob: '1990-05-17', password };
    await attempt('POST /api/newswings_register', ['name'], () =>
      site.visitor.form('POST', '/api/newswings_register', {
        ...person,
        confirm_password: password,
        consent: '2026-11',
      }),
    );
    const changer = await site.as('reader');
    const { email } = (await changer.get('/api/user/me')).body;
    await attempt('PUT /api/newswings_update_profile', ['name'], () =>
      changer.form('PUT', '/api/newswings_update_profile', {
        email,
        mobile: '+919876543210',
        name: line('PUT /api/newswings_update_profile name'),
      }),
    );
    const own = (await admin.get('/api/user/me')).body;
    await attempt('PUT /api/admin_update_profile', ['name'], () =>
      admin.form('PUT', '/api/admin_update_profile', {
        email: own.email,
        name: line('PUT /api/admin_update_profile name'),
      }),
    );
    const minor = await site.createUser('reader', { dob: '2012-05-17', name: line('a minor’s name') });
    const child = await site.visitor.login('/api/newswings_login', minor.email, password);
    await attempt('POST /api/user/guardian', ['name'], () =>
      child.json('POST', '/api/user/guardian', {
        name: line('POST /api/user/guardian name'),
        email: 'guardian@readers.test',
      }),
    );
    const payer = await site.createUser('reader', { name: line('a payer’s name') });
    const reader = await site.visitor.login('/api/newswings_login', payer.email, password);
    const claim = await declarePayment(reader, 'weekly');
    const note = text('PUT /api/payments/:id note');
    await admin.json('PUT', `/api/payments/${claim.id}`, { state: 'rejected', note });
    const confirmed = await declarePayment(reader, 'monthly');
    await admin.json('PUT', `/api/payments/${confirmed.id}`, { state: 'confirmed' });
    const rows = [['01/11/2026', 'UPI/NOBODY', '', '', '10.00']];
    const columns = { date: 'Txn Date', narration: 'Narration', credit: 'Credit' };
    await admin.form('POST', '/api/statements', { statement: statementFile(rows), columns: JSON.stringify(columns) });
    const [open] = (await admin.get('/api/statement_lines')).body.lines;
    const dismissed = line('POST /api/statement_lines/:id/dismiss note');
    await admin.json('POST', `/api/statement_lines/${open.id}/dismiss`, { note: dismissed });
    await admin.form('POST', '/api/statements', {
      statement: statementFile([['02/11/2026', line('another narration'), '', '', '11.00']]),
      columns: JSON.stringify(columns),
    });
  }

  async function fillResearch(): Promise<string[]> {
    const call = 'POST /api/create-article';
    const author = await site.createUser('reader', { name: line('an author’s name') });
    const client = await site.visitor.login('/api/newswings_login', author.email, password);
    const work = (call: string) => ({
      title: text(`${call} title`),
      abstract: text(`${call} abstract`),
      co_authors: line(`${call} co_authors`),
      institution: line(`${call} institution`),
      keywords: line(`${call} keywords`),
    });
    const published = await submit(client, work(call));
    const editor = await site.as('editor');
    await editor.json('POST', `/api/submissions/${published.id}/notes`, {
      text: text('POST /api/submissions/:id/notes text'),
    });
    await decide(editor, published.id, 'approved', { note: text('POST /api/admin/decision note') });
    const back = await submit(client, { title: line('a title that comes back') });
    await editor.json('POST', `/api/submissions/${back.id}/changes`, {
      note: text('POST /api/submissions/:id/changes note'),
    });
    await client.form('POST', `/api/submissions/${back.id}/versions`, {
      essay_file: await pdfFile(),
      note: text('POST /api/submissions/:id/versions note'),
    });
    const { rows } = await site.db.execute<{ code: string }>(`SELECT code FROM submissions WHERE id = ${published.id}`);
    return ['/research', `/research/${published.id}/`, `/verify/${rows[0]?.code}`];
  }

  /** Fills every text of every static page; returns the paths of the pages. */
  async function fillPages(): Promise<string[]> {
    const { body: pages } = await admin.get('/api/pages');
    for (const { slug } of pages) {
      const { version, content } = (await admin.get(`/api/pages/${slug}`)).body;
      const spoil = (part: unknown, at: string): unknown => {
        if (typeof part === 'string')
          return part.length > 200 ? markdown(`page ${slug} ${at}`) : line(`page ${slug} ${at}`);
        if (Array.isArray(part)) return part.slice(0, 2).map((entry, index) => spoil(entry, `${at}.${index}`));
        return Object.fromEntries(
          Object.entries(part as object).map(([name, inner]) => [name, spoil(inner, `${at}.${name}`)]),
        );
      };
      const { status, body } = await admin.json('PUT', `/api/pages/${slug}`, { version, content: spoil(content, '') });
      if (status !== 200) throw new Error(`The page ${slug} was not taken: ${JSON.stringify(body)}`);
    }
    return pages.map(({ slug }: { slug: string }) => `/${slug}`);
  }
}
