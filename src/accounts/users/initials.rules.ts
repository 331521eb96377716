/** Initials for a user without a picture, "asha.rao@…" → "AR"; 'User' without an e-mail. */
export function initials(email: string): string {
  if (!email) return 'User';
  const [name = ''] = email.split('@');
  const [first = '', second = ''] = name.split(/[._-]/);
  return (first.charAt(0) + (second || first.slice(1)).charAt(0)).toUpperCase();
}
