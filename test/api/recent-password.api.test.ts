import { expect, test } from 'vitest';
import { allSettings } from '#src/all-settings.ts';
import type { Answer, Client } from '../client.ts';
import { declarePayment, newUtr } from '../factories/payments.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';

// What moves money, rights or answers to our mail, and what opens or closes an account, wants a recent proof that it is
// still the owner who sits there. Each list names everything of its kind, so that what is new must be put into one.

const site = siteForFile();

/** Settings that a thief gains nothing by. */
const harmless = [
  'site.name',
  'site.motto',
  'site.publisher',
  'site.phone',
  'site.address',
  'site.facebook',
  'site.x',
  'site.instagram',
  'site.youtube',
  'site.languages',
  'site.offline_reading',
  'plans.reminder_days',
  'news.picture_megabytes',
  'epaper.max_megabytes',
  'epaper.max_pages',
  'epaper.paper_name',
  'epaper.draft_day',
  'epaper.draft_time',
  'submissions.document_max_megabytes',
  'submissions.document_max_pages',
  'submissions.bonafide_keep_days',
  'submissions.journal_title',
  'enquiries.kept_days',
  'grievances.kept_days',
  'grievances.officer_name',
];

/** Values of the others that differ from their defaults; those of numbers are within the range of each. */
const otherTexts: Record<string, string> = {
  'site.email': 'thief@evil.example',
  'submissions.desk_email': 'thief@evil.example',
  'grievances.officer_email': 'thief@evil.example',
  'plans.upi_id': 'thief@bank',
  'plans.upi_payee': 'Thief',
  'plans.policy': 'strict',
  'plans.seller_name': 'Thief',
  'plans.seller_address': 'Elsewhere',
  'plans.gstin': '27ABCDE1234F1Z5',
  'plans.sac': '9984',
  'accounts.newsroom_two_step': 'voluntary',
  'accounts.minors_consent': 'not_required',
};

const asksAgain = ({ status, body }: Answer) => status === 403 && body.error === 'Please give your password again.';

/** An admin whose password was given twenty minutes ago; `run` gets him then. */
async function later(run: (admin: Client) => Promise<void>) {
  const admin = await site.as('admin');
  site.advance(20 * 60_000);
  try {
    await run(admin);
  } finally {
    site.advance(-20 * 60_000);
  }
}

test('every setting asks for the password, but for those that a thief gains nothing by', async () => {
  const guarded = allSettings.filter(({ key }) => !harmless.includes(key));
  expect(guarded.length).toBeGreaterThan(18);
  await later(async (admin) => {
    for (const { key, input } of guarded) {
      const value = 'min' in input ? input.max : otherTexts[key];
      const answer = await admin.json('PUT', '/api/settings', { values: { [key]: value } });
      expect([key, answer.status, asksAgain(answer)]).toEqual([key, 403, true]);
    }
    await admin.json('POST', '/api/user/confirm_password', { password });
    for (const { key, input } of guarded) {
      const value = 'min' in input ? input.max : otherTexts[key];
      const answer = await admin.json('PUT', '/api/settings', { values: { [key]: value } });
      expect([key, answer.status]).toEqual([key, 200]);
      await admin.json('PUT', '/api/settings', { values: { [key]: null } });
    }
  });
});

test('every call of an admin that moves money or rights asks for the password', async () => {
  const reader = await site.as('reader');
  const { id } = (await reader.get('/api/user/me')).body;
  const claim = await declarePayment(reader, 'weekly', { utr: newUtr() });
  const dangerous: Record<string, (admin: Client) => Promise<Answer>> = {
    'PUT /api/payments/:id': (admin) => admin.json('PUT', `/api/payments/${claim.id}`, { state: 'confirmed' }),
    'POST /api/statements': (admin) => admin.form('POST', '/api/statements', {}),
    'POST /api/statement_lines/:id/pair': (admin) =>
      admin.json('POST', '/api/statement_lines/1/pair', { claim_id: claim.id }),
    'PUT /api/people/:id/role': (admin) => admin.json('PUT', `/api/people/${id}/role`, { role: 'admin' }),
    'DELETE /api/people/:id/two_step': (admin) => admin.delete(`/api/people/${id}/two_step`),
    'POST /api/people/:id/disable': (admin) => admin.json('POST', `/api/people/${id}/disable`, {}),
    'POST /api/people/:id/enable': (admin) => admin.json('POST', `/api/people/${id}/enable`, {}),
  };
  const others = [
    'PUT /api/settings', // by the setting: the test above
    'POST /api/statement_lines/:id/dismiss',
    'PUT /api/pages/:slug',
    'POST /api/pages/:slug/versions/:version/restore',
    'PUT /api/grievances/:id',
    'PUT /api/enquiries/:id',
  ];
  const writing = site.calls.filter(({ who, method }) => who === 'admin' && method !== 'GET');
  const names = writing.map(({ method, path }) => `${method} ${path}`);
  expect(names.filter((name) => !(name in dangerous) && !others.includes(name))).toEqual([]);
  await later(async (admin) => {
    for (const [name, make] of Object.entries(dangerous)) {
      const answer = await make(admin);
      expect([name, answer.status, asksAgain(answer)]).toEqual([name, 403, true]);
    }
  });
});

test('so do an own change of e-mail, and two-step login', async () => {
  await later(async (admin) => {
    const profile = { name: 'Thief', email: 'thief@evil.example' };
    const answers = [
      await admin.form('PUT', '/api/admin_update_profile', profile),
      await admin.form('PUT', '/api/newswings_update_profile', profile),
      await admin.json('POST', '/api/two_step', {}),
      await admin.delete('/api/two_step'),
    ];
    for (const answer of answers) expect(asksAgain(answer)).toBe(true);
  });
});
