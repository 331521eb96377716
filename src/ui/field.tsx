import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface Labelled {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

const box =
  'block w-full min-h-11 border border-soft bg-paper px-3 py-2 text-base text-ink placeholder:text-soft aria-invalid:border-bad aria-invalid:border-2 [&[readonly]]:bg-wash disabled:bg-wash';

/** Label, control, hint and error, associated for screen readers. */
function Frame({ id, label, error, hint, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {label}
      </label>
      {children}
      <Notes id={id} error={error} hint={hint} />
    </div>
  );
}

function Notes({ id, error, hint }: Omit<Labelled, 'label'> & { id: string }) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

const described = (id: string, { error, hint }: Labelled) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

type WithRef<T> = { ref?: Ref<T> };

// Left to right in every language; the direction of other fields follows their text.
const ltrTypes = ['email', 'tel', 'url', 'password', 'number'];
const direction = (type = 'text') => (ltrTypes.includes(type) ? 'ltr' : type === 'text' ? 'auto' : undefined);

export function TextField({
  label,
  error,
  hint,
  className = '',
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement> & WithRef<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <input
        id={id}
        dir={direction(rest.type)}
        className={`${box} rtl:text-right ${className}`}
        {...described(id, { label, error, hint })}
        {...rest}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  error,
  hint,
  children,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement> & WithRef<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <select id={id} className={box} {...described(id, { label, error, hint })} {...rest}>
        {children}
      </select>
    </Frame>
  );
}

/** The options of a select: each value with its text. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

export function TextArea({
  label,
  error,
  hint,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement> & WithRef<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <textarea id={id} dir="auto" className={box} {...described(id, { label, error, hint })} {...rest} />
    </Frame>
  );
}

/** A checkbox with its label. */
export function CheckField({
  label,
  error,
  hint,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement> & WithRef<HTMLInputElement>) {
  const id = useId();
  return (
    <div>
      <div className="flex gap-3">
        <input
          id={id}
          type="checkbox"
          className="mt-1 size-5 shrink-0 accent-press"
          {...described(id, { label, error, hint })}
          {...rest}
        />
        <label htmlFor={id} className="min-h-11">
          {label}
        </label>
      </div>
      <Notes id={id} error={error} hint={hint} />
    </div>
  );
}
