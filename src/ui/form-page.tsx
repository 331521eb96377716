import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { failureReason } from '#src/client/failure.ts';
import { useIsToasted } from '#src/client/use-is-toasted.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { PageTitle } from './page-title.tsx';

/** A page with one narrow column under a heading: logins, forms, account pages. */
export function FormPage({
  title,
  lead,
  wide = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="page py-10 md:py-16">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <div className={`mx-auto border-ink border-t-4 pt-6 ${wide ? 'max-w-3xl' : 'max-w-md'}`}>
        <h1 className="font-extrabold text-4xl">{title}</h1>
        {lead && <p className="mt-2 text-soft">{lead}</p>}
        {children}
      </div>
    </div>
  );
}

/**
 * A form that is sent by script. Validation errors are shown in the reader's language instead of the browser's bubbles,
 * and the first invalid field receives the focus; if no field is invalid, the pressed button gets back the focus that it
 * loses while it is disabled. `failure` is why the last attempt failed. Without scripts it shows a notice, or
 * `withoutScripts`; the method `dialog` then prevents a password from ending up in the URL.
 */
export function Form({
  onSubmit,
  ref,
  className = 'mt-8 grid gap-5',
  withoutScripts,
  failure,
  children,
}: {
  onSubmit(form: HTMLFormElement): void;
  ref?: Ref<HTMLFormElement>;
  className?: string;
  withoutScripts?: string;
  failure?: ApiError | null;
  children: ReactNode;
}) {
  const { t } = useTexts();
  const sent = useRef<HTMLFormElement>(null);
  const { noteButton, restoreFocus } = useButtonFocus();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sent.current = event.currentTarget;
    noteButton(event);
    onSubmit(event.currentTarget);
  };
  // Errors appear in a later rendering, those from the server much later.
  useEffect(() => {
    restoreFocus();
    const field = sent.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    sent.current = null;
    field.focus();
  });
  const resetSent = () => {
    sent.current = null;
  };
  return (
    <form ref={ref} noValidate method="dialog" className={className} onSubmit={send} onInput={resetSent}>
      <noscript>
        <p className="border border-ink p-4">{withoutScripts ?? t('shell.needsScripts')}</p>
      </noscript>
      {children}
      {failure && <Failure error={failure} />}
    </form>
  );
}

// Takes over from the toast with the server's message, which disappears. No alert: the toast is announced.
function Failure({ error }: { error: ApiError }) {
  const { t } = useTexts();
  const isToasted = useIsToasted(error.message);
  if (Object.keys(error.fields).length > 0) return null; // shown at the fields
  const reason = failureReason(error);
  const sentence = reason ? t(reason) : error.message;
  return (
    <p className="font-medium text-bad">
      {!isToasted && sentence} {t('shell.inputKept')}
    </p>
  );
}

/** Returns the focus to a pressed button once it is enabled again, unless the reader has moved on. */
function useButtonFocus() {
  const button = useRef<HTMLElement>(null);
  const wasDisabled = useRef(false);
  return {
    noteButton({ nativeEvent }: FormEvent) {
      button.current = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    },
    restoreFocus() {
      const isDisabled = button.current?.matches(':disabled') ?? false;
      if (wasDisabled.current && !isDisabled && document.activeElement === document.body)
        button.current?.focus({ preventScroll: true });
      wasDisabled.current = isDisabled;
    },
  };
}
