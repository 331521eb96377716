interface Contact {
  label: string;
  text: string;
  /** Such as "tel:+9198…"; without it the text is no link. */
  href?: string;
}

/** Contact data in large type. */
export function Contacts({ entries }: { entries: Contact[] }) {
  return (
    <dl className="entries three">
      {entries.map(({ label, text, href }) => (
        <div key={label}>
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="tabular whitespace-pre-line font-serif text-xl leading-snug">
            {href ? (
              <a className="link font-bold" href={href}>
                {text}
              </a>
            ) : (
              text
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
