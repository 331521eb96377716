import { expect, test } from 'vitest';
import { allSettings } from '#src/site/slices.ts';
import type { Answer, Client } from '../client.ts';
import { declarePayment, newUtr } from '../factories/payments.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';

// Calls that change money, permissions, mail addresses or logins require a recently entered password, in case someone
// else uses the session. Each list covers all calls of its kind, so a new one must be added to either.

const site = siteForFile();

/** Settings that are of no use to an attacker. */
const harmless = [
  'site.name',
  'site.stored_pages_hours',
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
  'news.media_megabytes',
  'news.live_connections',
  'desk.morning_mail',
  'readership.kept_days',
  'newsletters.per_minute',
  'newsletters.composed_before',
  'push.enabled',
  'push.per_day',
  'epaper.max_megabytes',
  'epaper.max_pages',
  'epaper.paper_name',
  'epaper.draft_time',
  'news.language_order',
  'submissions.document_max_megabytes',
  'submissions.document_max_pages',
  'submissions.bonafide_keep_days',
  'submissions.journal_title',
  'letters.days',
  'enquiries.kept_days',
  'grievances.kept_days',
  'grievances.officer_name',
];

/** Values of the other settings that differ from their defaults; numbers use the maximum of their range. */
const otherTexts: Record<string, string> = {
  'site.email': 'thief@evil.example',
  'submissions.desk_email': 'thief@evil.example',
  'grievances.officer_email': 'thief@evil.example',
  'plans.upi_id': 'thief@bank',
  'plans.upi_payee': 'Thief',
  'plans.policy': 'strict',
  'epaper.draft_day': 'friday',
  'epaper.promised_day': 'friday',
  'plans.seller_name': 'Thief',
  'plans.seller_address': 'Elsewhere',
  'plans.gstin': '27ABCDE1234F1Z5',
  'plans.sac': '9984',
  'news.approval_required': 'yes',
  'accounts.newsroom_two_step': 'voluntary',
  'accounts.minors_consent': 'not_required',
};

const asksAgain = ({ status, body }: Answer) => status === 403 && body.error === 'Please give your password again.';

/** Runs `run` with an admin who entered his password twenty minutes ago. */
async function later(run: (admin: Client) => Promise<void>) {
  const admin = await site.as('admin');
  site.advance(20 * 60_000);
  try {
    await run(admin);
  } finally {
    site.advance(-20 * 60_000);
  }
}

test('every setting except the harmless ones requires a recent password', async () => {
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

test('every admin call that changes money or permissions requires a recent password', async () => {
  const reader = await site.as('reader');
  const { id } = (await reader.get('/api/user/me')).body;
  const claim = await declarePayment(reader, 'weekly', { utr: newUtr() });
  const dangerous: Record<string, (admin: Client) => Promise<Answer>> = {
    'PUT /api/payments/:id': (admin) => admin.json('PUT', `/api/payments/${claim.id}`, { state: 'confirmed' }),
    'POST /api/statements': (admin) => admin.form('POST', '/api/statements', {}),
    'POST /api/statement_lines/:id/pair': (admin) =>
      admin.json('POST', '/api/statement_lines/1/pair', { claim_id: claim.id }),
    'PUT /api/people/:id/role': (admin) => admin.json('PUT', `/api/people/${id}/role`, { role: 'admin' }),
    'PUT /api/people/:id/sections': (admin) => admin.json('PUT', `/api/people/${id}/sections`, { sections: null }),
    'DELETE /api/people/:id/two_step': (admin) => admin.delete(`/api/people/${id}/two_step`),
    'POST /api/people/invitations': (admin) =>
      admin.json('POST', '/api/people/invitations', { name: 'Thief', email: 'thief@evil.example', role: 'admin' }),
    'POST /api/people/:id/password_link': (admin) => admin.json('POST', `/api/people/${id}/password_link`, {}),
    'POST /api/people/:id/disable': (admin) => admin.json('POST', `/api/people/${id}/disable`, {}),
    'DELETE /api/people/:id/sessions': (admin) => admin.delete(`/api/people/${id}/sessions`),
    'POST /api/people/:id/enable': (admin) => admin.json('POST', `/api/people/${id}/enable`, {}),
  };
  const others = [
    'PUT /api/settings', // checked per setting: see the test above
    'POST /api/statement_lines/:id/dismiss',
    'PUT /api/pages/:slug',
    'POST /api/pages/:slug/versions/:version/restore',
    'PUT /api/grievances/:id',
    'PUT /api/enquiries/:id',
    'POST /api/jobs/failed/:job/retry',
    'POST /api/jobs/failed/retry',
    'POST /api/health/:check',
    'POST /api/health/test-mail', // to the administrator himself
    'POST /api/newsletter-desk',
    'PUT /api/newsletter-desk/:id',
  ];
  const writing = site.calls.filter(({ who, method }) => ['admin', 'accounts'].includes(who) && method !== 'GET');
  const names = writing.map(({ method, path }) => `${method} ${path}`);
  expect(names.filter((name) => !(name in dangerous) && !others.includes(name))).toEqual([]);
  await later(async (admin) => {
    for (const [name, make] of Object.entries(dangerous)) {
      const answer = await make(admin);
      expect([name, answer.status, asksAgain(answer)]).toEqual([name, 403, true]);
    }
  });
});

test('changing one’s e-mail or two-step login requires a recent password', async () => {
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

test('ending other sessions than one’s own requires a recent password', async () => {
  const { email } = await site.createUser('reader');
  const logIn = () => site.visitor.login('/api/newswings_login', email, password);
  const thief = await logIn();
  site.advance(20 * 60_000);
  try {
    const owner = await logIn();
    const sessions: { id: string; current: boolean }[] = (await thief.get('/api/user/sessions')).body;
    const [own, others] = [sessions.find(({ current }) => current), sessions.find(({ current }) => !current)];
    for (const path of ['/api/user/sessions', `/api/user/sessions/${others?.id}`])
      expect(asksAgain(await thief.delete(path))).toBe(true);
    expect((await owner.get('/api/user/me')).status).toBe(200);
    expect((await thief.delete(`/api/user/sessions/${own?.id}`)).status).toBe(200); // a logout
    const late = await logIn();
    expect((await late.delete(`/api/user/sessions/${others?.id}`)).status).toBe(200); // the login was just now
  } finally {
    site.advance(-20 * 60_000);
  }
});
