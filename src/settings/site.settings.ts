import { z } from 'zod';
import { isEmail } from '#src/accounts/users/email.rules.ts';
import { defineSetting } from '#src/platform/settings/define-setting.ts';
import { siteName } from '#src/platform/settings/site-name.ts';

const site = 'settings.site' as const;
const contact = 'settings.contact' as const;
const social = 'settings.social' as const;

const line = (max: number) => z.string().trim().max(max, 'settings.tooLong');
const email = z.string().trim().refine(isEmail, 'settings.emailInvalid');
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'settings.urlInvalid' })], {
  error: 'settings.urlInvalid',
});

/** If empty, the message catalogue's default in each language is used. */
export const siteMotto = defineSetting({
  key: 'site.motto',
  group: site,
  label: 'settings.siteMotto',
  hint: 'settings.siteMottoHint',
  input: { kind: 'text' },
  schema: line(120),
  default: '',
});

/** The publisher, who is legally responsible for the newspaper. */
export const publisher = defineSetting({
  key: 'site.publisher',
  group: site,
  label: 'settings.publisher',
  input: { kind: 'text' },
  schema: line(120).min(1, 'errors.required'),
  default: 'News Wing',
});

export const sitePhone = defineSetting({
  key: 'site.phone',
  group: contact,
  label: 'settings.sitePhone',
  input: { kind: 'text' },
  schema: line(40).min(1, 'errors.required'),
  default: '+91 98765 43210',
});

/** Receives enquiries, and replies to mails from the site. */
export const siteEmail = defineSetting({
  key: 'site.email',
  group: contact,
  label: 'settings.siteEmail',
  hint: 'settings.siteEmailHint',
  input: { kind: 'email' },
  schema: email,
  default: 'desk@newswing.example',
  guarded: true,
});

export const siteAddress = defineSetting({
  key: 'site.address',
  group: contact,
  label: 'settings.siteAddress',
  input: { kind: 'lines' },
  schema: line(400).min(1, 'errors.required'),
  default: '14 River Road, Suryanagar 400 099, India',
});

const socialLink = (name: 'facebook' | 'x' | 'instagram' | 'youtube') =>
  defineSetting({
    key: `site.${name}`,
    group: social,
    label: `settings.${name}`,
    hint: 'settings.socialHint',
    input: { kind: 'url' },
    schema: address,
    default: '',
  });

export const facebook = socialLink('facebook');
export const x = socialLink('x');
export const instagram = socialLink('instagram');
export const youtube = socialLink('youtube');

export const siteSettings = [
  siteName,
  siteMotto,
  publisher,
  sitePhone,
  siteEmail,
  siteAddress,
  facebook,
  x,
  instagram,
  youtube,
];
