// Markup in the texts that only the newsroom sees, beside those of hostile-paper.ts.
import { localNameLanguages } from '#src/news/categories/category-names.rules.ts';
import { enquiryFields } from '#test/factories/enquiries.ts';
import { grievanceFields } from '#test/factories/grievances.ts';
import { sendLetter } from '#test/factories/letters.ts';
import { composeIssue, newsletterFields } from '#test/factories/newsletters.ts';
import { createStory } from '#test/factories/stories.ts';
import { decide, submit } from '#test/factories/submissions.ts';
import { type Client, taken } from '../client.ts';
import type { TestSite } from '../site.ts';

interface Pens {
  line(what: string): string;
  text(what: string): string;
  markdown(what: string): string;
}

/** Fills the texts of the desk; returns the calls that show them, and pages that show those of letters. */
export async function fillStaffTexts(site: TestSite, admin: Client, { line, text, markdown }: Pens) {
  const call = {
    invite: 'POST /api/people/invitations',
    comment: 'POST /api/stories/:id/comments',
    category: 'PUT /api/categories/:id',
    sub: 'PUT /api/categories/:id/sub-categories/:sub',
    copy: 'PUT /api/working_copies/:copy',
    description: 'PUT /api/submissions/:id/description',
  };
  const name = line(`${call.invite} name`);
  taken(await admin.json('POST', '/api/people/invitations', { name, email: 'i@desk.test', role: 'reporter' }));

  const { id: story } = await createStory(admin, { status: 'draft' });
  taken(await admin.json('POST', `/api/stories/${story}/comments`, { text: text(`${call.comment} text`) }));

  const names = (what: string) =>
    Object.fromEntries(localNameLanguages.map((language) => [language, line(`${what} names.${language}`)]));
  const { id } = taken(await admin.json('POST', '/api/categories', { name: 'To be renamed' }));
  const { sub_categories: subs } = taken(
    await admin.json('POST', `/api/categories/${id}/sub-categories`, { name: 'So too' }),
  );
  const renamed = (what: string) => ({ name: line(`${what} name`), names: names(what) });
  taken(await admin.json('PUT', `/api/categories/${id}/sub-categories/${subs[0].id}`, renamed(call.sub)));
  taken(await admin.json('PUT', `/api/categories/${id}`, renamed(call.category)));

  const copy = '0b7c4d1e-5f7a-4c3b-9d2e-1a2b3c4d5e6f';
  taken(
    await admin.form('PUT', `/api/working_copies/${copy}`, {
      news_title: text(`${call.copy} news_title`),
      news_description: markdown(`${call.copy} news_description`),
      news_submenu: line(`${call.copy} news_submenu`),
      image_caption: text(`${call.copy} image_caption`),
      author: line(`${call.copy} author`),
      topics: line(`${call.copy} topics`),
      writer: copy,
      seen: '0',
    }),
  );

  const { visitor } = site;
  taken(await visitor.json('POST', '/api/enquiries', enquiryFields({ name: line('POST /api/enquiries name') })));
  const [enquiry] = taken(await admin.get('/api/enquiries')).enquiries;
  taken(await admin.json('PUT', `/api/enquiries/${enquiry.id}`, { note: text('PUT /api/enquiries/:id note') }));
  const complaint = { name: line('POST /api/grievances name'), text: text('POST /api/grievances text') };
  taken(await visitor.json('POST', '/api/grievances', grievanceFields(complaint)));
  const [grievance] = taken(await admin.get('/api/grievances')).grievances;
  const decision = { state: 'upheld', decision: text('PUT /api/grievances/:id decision') };
  taken(await admin.json('PUT', `/api/grievances/${grievance.id}`, decision));

  const { id: written } = await createStory(admin, { status: 'published' });
  const sending = 'POST /api/stories/:id/letters';
  const letter = { name: line(`${sending} name`), place: line(`${sending} place`), text: text(`${sending} text`) };
  taken(await sendLetter(await site.as('reader'), written, letter));
  const [waiting] = taken(await admin.get('/api/letters')).letters;
  const deciding = 'PUT /api/letters/:id';
  const edited = { name: line(`${deciding} name`), place: line(`${deciding} place`), text: text(`${deciding} text`) };
  const refusal = { version: 1, state: 'declined', reason: text(`${deciding} reason`) };
  taken(await admin.json('PUT', `/api/letters/${waiting.id}`, refusal));
  taken(await admin.json('PUT', `/api/letters/${waiting.id}`, { version: 2, state: 'published', ...edited }));

  const [naming, saving] = ['POST /api/newsletter-desk', 'PUT /api/newsletter-desk/issues/:id'];
  const newsletter = { name: line(`${naming} name`), description: line(`${naming} description`) };
  taken(await admin.json('POST', '/api/newsletter-desk', newsletterFields(newsletter)));
  const { id: newsletterId } = taken(await admin.json('POST', '/api/newsletter-desk', newsletterFields()));
  const renaming = 'PUT /api/newsletter-desk/:id';
  const rewritten = { name: line(`${renaming} name`), description: line(`${renaming} description`) };
  taken(await admin.json('PUT', `/api/newsletter-desk/${newsletterId}`, newsletterFields(rewritten)));
  const issue = await composeIssue(admin, newsletterId);
  const content = { subject: line(`${saving} subject`), intro: text(`${saving} intro`), stories: [written] };
  taken(await admin.json('PUT', `/api/newsletter-desk/issues/${issue}`, { version: 1, state: 'draft', ...content }));
  taken(await admin.json('POST', `/api/newsletter-desk/issues/${issue}/send`, { version: 2 }));

  const breaking = 'POST /api/push/stories/:id';
  const notification = { title: line(`${breaking} title`), body: line(`${breaking} body`) };
  taken(await admin.json('POST', `/api/push/stories/${written}`, notification));

  const work = await submit(await site.as('reader'));
  await decide(admin, work.id, 'approved');
  const described = {
    title: text(`${call.description} title`),
    abstract: text(`${call.description} abstract`),
    note: text(`${call.description} note`),
  };
  taken(await admin.json('PUT', `/api/submissions/${work.id}/description`, described));
  return {
    desk: [
      `/api/stories/${story}/desk`,
      `/api/working_copies/${copy}`,
      `/api/submissions/${work.id}`,
      '/api/letters?list=published',
      '/api/newsletter-desk',
      `/api/newsletter-desk/issues/${issue}`,
      `/api/push/stories/${written}`,
    ],
    open: [`/news/${written}`, `/news/${written}/letters`, '/newsletters', `/newsletters/issues/${issue}`],
  };
}
