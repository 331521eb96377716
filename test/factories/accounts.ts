import { password, type TestSite } from '../site.ts';

/** A reader with a client of his session. */
export async function loggedInReader(site: TestSite) {
  const user = await site.createUser('reader');
  return { user, client: await site.visitor.login('/api/newswings_login', user.email, password) };
}

/** Registers an account with an address that may be another person's. */
export const registerStranger = (site: TestSite, email: string) =>
  site.visitor.form('POST', '/api/newswings_register', {
    name: 'Squatter',
    dob: '1990-05-17',
    email,
    mobile: '9876543210',
    password: 'a quiet Tuesday',
  });
