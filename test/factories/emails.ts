import type { Client } from '../client.ts';
import { nextMail, tokenIn } from '../mailbox.ts';
import type { TestSite } from '../site.ts';

/** Requests a change of the e-mail of the client's account. */
export const askForEmail = (client: Client, email: string, name = 'Asha Rao') =>
  client.form('PUT', '/api/newswings_update_profile', { name, email });

// Skips mails of other types to the same address.
async function tokenFor(site: Pick<TestSite, 'dataDir'>, email: string, page: string): Promise<string> {
  for (;;) {
    const token = tokenIn((await nextMail(site, email)).text, page);
    if (token) return token;
  }
}

/** The confirmation token from the next mail to this address. */
export const confirmationFor = (site: Pick<TestSite, 'dataDir'>, email: string) =>
  tokenFor(site, email, 'confirm-email');

/** The token that reverts the e-mail change, from the next mail to this address. */
export const takeBackFor = (site: Pick<TestSite, 'dataDir'>, email: string) => tokenFor(site, email, 'take-email-back');

/** Requests a password reset and returns the token from the mail. */
export async function resetTokenFor(site: Pick<TestSite, 'dataDir' | 'visitor'>, email: string): Promise<string> {
  await site.visitor.json('POST', '/api/forgot_password', { email });
  return tokenFor(site, email, 'reset-password');
}

export const confirmEmail = (client: Client, token: string) => client.json('POST', '/api/confirm_email', { token });

/** Changes the e-mail of the client's account, with the link that is mailed to the new address. */
export async function changeEmail(site: Pick<TestSite, 'dataDir'>, client: Client, email: string, name?: string) {
  await askForEmail(client, email, name);
  const answer = await confirmEmail(client, await confirmationFor(site, email));
  if (answer.status !== 200) throw new Error(`${email} was not confirmed: ${JSON.stringify(answer.body)}`);
}
