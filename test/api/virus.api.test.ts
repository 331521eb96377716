import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formFiles } from '#src/platform/http/request-limits.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { startSite } from '#src/site/site.ts';
import { clamdReplies, openClamd } from '#test/clamd.ts';
import { essayBytes, pdfFile } from '#test/factories/documents.ts';
import { submissionFields, submit } from '#test/factories/submissions.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';

// The fake clamd reports files that contain the EICAR test string as infected.
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const seen: Buffer[] = [];
let clamd: Awaited<ReturnType<typeof openClamd>>;
let site: TestSite;

beforeAll(async () => {
  clamd = await openClamd((socket, bytes, whole) => {
    if (!whole) return;
    seen.push(bytes);
    socket.end(bytes.includes(eicar) ? clamdReplies.found : clamdReplies.clean);
  });
  site = await openTestSite(startSite, inject('postgres'), { CLAMD_URL: clamd.url });
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  clamd.close();
});

const infected = async () => new File([await (await pdfFile()).bytes(), eicar], 'essay.pdf');
const kept = async () => (await site.db.execute('SELECT count(*)::int FROM submission_files')).rows[0]?.count;

test('every file of every form is scanned before anything else of it is looked at', async () => {
  const uploads = site.calls.flatMap((call) =>
    Object.keys(call.form ? formFiles(call.form) : {}).map((field) => ({ call, field })),
  );
  expect(uploads.length).toBeGreaterThan(15);
  const [admin, reader] = [await site.as('admin'), await site.as('reader')];
  for (const { call, field } of uploads) {
    const client = isAllowed('admin', call.who) ? admin : reader;
    const path = call.path.replaceAll(/:\w+/g, '1');
    const { status, body } = await client.form(call.method, path, { [field]: await infected() });
    expect([call.method, path, status, Object.keys(body.fields ?? {})]).toEqual([call.method, path, 422, [field]]);
    expect(body.error).toContain('Eicar-Test-Signature.UNOFFICIAL');
  }
});

test('clamd gets the whole of each file, and clean ones are accepted', async () => {
  const author = await site.as('reader');
  const work = await submit(author, { essay_file: await pdfFile('essay.pdf', 'Lake frogs') });
  for (const bytes of [essayBytes('Bonafide'), essayBytes('Lake frogs')])
    expect(seen.some((one) => one.equals(bytes))).toBe(true);
  const editor = await site.as('editor');
  await editor.json('POST', `/api/submissions/${work.id}/changes`, { note: 'Once more.' });
  const before = await kept();
  const again = await author.form('POST', `/api/submissions/${work.id}/versions`, { essay_file: await infected() });
  expect([again.status, await kept()]).toEqual([422, before]);
});

test.each(['bonafide_file', 'essay_file'])(
  'a virus in the %s is reported by name, and nothing is stored',
  async (field) => {
    const before = await kept();
    const fields = await submissionFields({ [field]: await infected() });
    const { status, body } = await (await site.as('reader')).form('POST', '/api/create-article', fields);
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] });
    expect(body.error).toContain('Eicar-Test-Signature.UNOFFICIAL');
    expect(await kept()).toBe(before);
  },
);

test('nothing is accepted if clamd does not respond', async () => {
  const before = await kept();
  clamd.close();
  const { status, body } = await (await site.as('reader')).form(
    'POST',
    '/api/create-article',
    await submissionFields(),
  );
  expect([status, body.code, await kept()]).toEqual([503, 'unavailable', before]);
});
