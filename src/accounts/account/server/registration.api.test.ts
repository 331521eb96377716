import { describe, expect, test } from 'vitest';
import { pictureFile } from '#test/factories/pictures.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let count = 0;

/** The changed form fields, the field with the error, and its message. */
type Row = [Record<string, string>, string, unknown];

const fields = (changes: Record<string, string | File> = {}) => {
  count += 1;
  return {
    name: 'Asha Rao',
    dob: '1998-03-14',
    email: `asha${count}@readers.test`,
    mobile: '+919876543210',
    password: 'a quiet Tuesday',
    ...changes,
  };
};
const register = (changes: Record<string, string | File> = {}) =>
  site.visitor.form('POST', '/api/newswings_register', fields(changes));

describe('registration', () => {
  test('works with a portrait, and login accepts the e-mail in any case', async () => {
    const form = fields({
      profile_image: await pictureFile(900, 700, 'png'),
      email: `Asha.Rao${++count}@Readers.test`,
    });
    const answer = await site.visitor.form('POST', '/api/newswings_register', form);
    expect(answer).toMatchObject({ status: 201, body: { message: 'Registration successful!' } });
    const login = await site.visitor.json('POST', '/api/newswings_login', {
      email: form.email.toUpperCase(),
      password: form.password,
    });
    expect(login).toMatchObject({
      status: 200,
      body: {
        token: expect.any(String),
        user: { name: 'Asha Rao', email: form.email, mobile: '+919876543210', isAdmin: false, dob: '1998-03-14' },
      },
    });
    expect(JSON.stringify(login.body)).not.toContain('argon2');
    const portrait = await site.visitor.get(`/api${login.body.user.profile_image}`);
    expect(portrait.headers.get('content-type')).toBe('image/jpeg');
  });

  test.each([
    ['9876543210', '+919876543210'],
    ['+44 7700 900123', '+447700900123'],
    ['+971501234567', '+971501234567'],
    ['+1 (202) 555-0143', '+12025550143'],
  ])('stores the mobile number %s as %s', async (mobile, stored) => {
    const form = fields({ mobile });
    await site.visitor.form('POST', '/api/newswings_register', form);
    const { body } = await site.visitor.json('POST', '/api/newswings_login', {
      email: form.email,
      password: form.password,
    });
    expect(body.user.mobile).toBe(stored);
  });

  test.each([
    ['asha+paper@readers.test', 'asha+paper@readers.test'],
    [' spaced@readers.test ', 'spaced@readers.test'],
    ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ])('stores the e-mail %s as %s and finds it in both forms', async (email, stored) => {
    const form = fields({ email });
    expect((await site.visitor.form('POST', '/api/newswings_register', form)).status).toBe(201);
    for (const typed of [email, stored]) {
      const body = { email: typed, password: form.password };
      const login = await site.visitor.json('POST', '/api/newswings_login', body);
      expect(login).toMatchObject({ status: 200, body: { user: { email: stored } } });
    }
    expect((await register({ email: stored })).status).toBe(409);
  });

  test('refuses a registered e-mail in any case', async () => {
    const form = fields();
    await site.visitor.form('POST', '/api/newswings_register', form);
    const again = await register({ email: form.email.toUpperCase() });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { email: expect.stringContaining('This e-mail is already registered.') } },
    });
  });

  test('succeeds once for simultaneous registrations of one e-mail', async () => {
    const email = `twice${++count}@readers.test`;
    const statuses = (await Promise.all([1, 2, 3].map(() => register({ email })))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
  });

  test.each<Row>([
    [{ name: ' ' }, 'name', 'This field is required.'],
    [{ dob: '' }, 'dob', 'This field is required.'],
    [{ dob: '2999-01-01' }, 'dob', 'Please enter a day in the past.'],
    [{ dob: '1990-02-30' }, 'dob', 'Please enter a day in the past.'],
    [{ email: '' }, 'email', 'This field is required.'],
    [{ email: 'asha at home' }, 'email', 'Invalid email address'],
    ...[
      'Foo<b@v.test>',
      'x,y@v.test',
      '"a b"@v.test',
      'a\u200b@v.test',
      'a@b.test\nBcc: c@d.test',
      `${'a'.repeat(250)}@v.test`,
    ].map((email): Row => [{ email }, 'email', 'Invalid email address']),
    [{ name: 'A'.repeat(101) }, 'name', 'The name is longer than 100 characters.'],
    [{ name: 'Asha\nRao' }, 'name', 'Please write this in one line.'],
    ...['see http://evil.test', 'www.evil.test', 'a@evil.test', 'evil.test', 'call 98765 43210'].map(
      (name): Row => [{ name }, 'name', expect.stringContaining('no web address')],
    ),
    [{ mobile: '' }, 'mobile', 'This field is required.'],
    [{ mobile: '123456' }, 'mobile', 'Invalid mobile number'],
    [{ mobile: '+911234567890123' }, 'mobile', 'Invalid mobile number'],
    [{ mobile: '+339876543210' }, 'mobile', 'Invalid mobile number'],
    [{ mobile: '98765abcde' }, 'mobile', 'Invalid mobile number'],
    [{ password: '' }, 'password', 'This field is required.'],
    [{ password: 'seven77' }, 'password', 'The password needs at least 8 characters.'],
    ...[
      'password',
      'PassWord',
      'iloveyou1',
      'a1234567',
      'liverpool1',
      'aaaaaaaa',
      ' password ',
      'ｐａｓｓｗｏｒｄ',
    ].map((password): Row => [{ password }, 'password', expect.stringContaining('easily guessed')]),
    ...['AshaRao1998', 'News Wing 24', 'rao-asha-77', '9876543210', '14031998'].map(
      (password): Row => [{ password }, 'password', expect.stringContaining('not made of your name')],
    ),
    [{ email: 'quietnets@readers.test', password: 'QuietNets9' }, 'password', expect.stringContaining('not made of')],
    [{ password: 'x'.repeat(201) }, 'password', 'The password is longer than 200 characters.'],
    [
      { consent: '2019-01' },
      'consent',
      'The notice about your data has changed. Please reload the page and read it again.',
    ],
    [{ confirm_password: 'another one' }, 'confirm_password', 'Passwords do not match!'],
  ])('rejects %o', async (changes, field, sentence) => {
    expect(await register(changes)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: sentence } },
    });
  });

  test('rejects an empty form with every error at once', async () => {
    const { status, body } = await site.visitor.form('POST', '/api/newswings_register', {});
    expect(status).toBe(422);
    expect(Object.keys(body.fields).sort()).toEqual(['dob', 'email', 'mobile', 'name', 'password']);
  });

  test('rejects a portrait whose content is not PNG or JPEG, and creates no account', async () => {
    const form = fields({ profile_image: await pictureFile(100, 100, 'webp') });
    expect(await site.visitor.form('POST', '/api/newswings_register', form)).toMatchObject({
      status: 415,
      body: { error: 'The picture must be PNG or JPEG.' },
    });
    expect(
      (await site.visitor.json('POST', '/api/newswings_login', { email: form.email, password: form.password })).status,
    ).toBe(401);
    const script = new File(['<script>'], 'me.png', { type: 'image/png' });
    expect((await register({ profile_image: script })).status).toBe(415);
  });

  test.each(['me.gif', 'me.png.exe'])('rejects a portrait by its file name: %s', async (name) => {
    const picture = new File([await (await pictureFile(100, 100, 'png')).bytes()], name, { type: 'image/png' });
    const sentence = 'The picture must be PNG or JPEG.';
    expect(
      await site.visitor.form('POST', '/api/newswings_register', fields({ profile_image: picture })),
    ).toMatchObject({
      status: 415,
      body: { code: 'wrong_type', error: sentence, fields: { profile_image: sentence } },
    });
  });

  test('never creates an admin, whatever the form contains', async () => {
    const form = fields();
    await site.visitor.form('POST', '/api/newswings_register', { ...form, role: 'admin', isAdmin: 'true' });
    expect(
      (await site.visitor.json('POST', '/api/admin_login', { email: form.email, password: form.password })).status,
    ).toBe(401);
  });
});
