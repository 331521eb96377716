/** Two letters for a reader without a picture, "asha.rao@…" → "AR"; the word 'User' when there is no e-mail. */
export function initials(email: string): string {
  if (!email) return 'User';
  const [name = ''] = email.split('@');
  const [first = '', second = ''] = name.split(/[._-]/);
  return (first.charAt(0) + (second || first.slice(1)).charAt(0)).toUpperCase();
}
